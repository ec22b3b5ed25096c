-- All that the operator, or a process with the library, needs when an administrator has run the schema script.
GRANT USAGE ON SCHEMA public TO lease_operator;
GRANT SELECT, INSERT, UPDATE ON public.database_lease TO lease_operator;
