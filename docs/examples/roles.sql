-- By an administrator of the server, in the database of the leases, before anything else. The passwords come later, with
-- \password or by a tool of yours, so that they are in no file and no log.
CREATE ROLE lease_admin LOGIN;
CREATE ROLE lease_operator LOGIN;
-- lease_admin owns the table: it runs the schema script, and has no other right
GRANT USAGE, CREATE ON SCHEMA public TO lease_admin;
-- lease_operator is the operator, or a process with the library: what it needs comes with the table
GRANT USAGE ON SCHEMA public TO lease_operator;
ALTER DEFAULT PRIVILEGES FOR ROLE lease_admin IN SCHEMA public GRANT SELECT, INSERT, UPDATE ON TABLES TO lease_operator;
