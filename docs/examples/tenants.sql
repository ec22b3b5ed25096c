-- Several teams on one lease table: each role reaches the rows of its own namespaces, and a reader sees all and writes none.
-- Run it as the table's owner, after the schema script. The owner and superusers are not bound by it.
ALTER TABLE public.database_lease ENABLE ROW LEVEL SECURITY;

GRANT USAGE ON SCHEMA public TO team_a, lease_reader;
GRANT SELECT, INSERT, UPDATE ON public.database_lease TO team_a;
GRANT SELECT ON public.database_lease TO lease_reader; -- for an operator whose leases are all held by pods

DROP POLICY IF EXISTS team_a ON public.database_lease;
CREATE POLICY team_a ON public.database_lease TO team_a
  USING (starts_with(name, 'team-a/')) WITH CHECK (starts_with(name, 'team-a/'));

DROP POLICY IF EXISTS lease_reader ON public.database_lease;
CREATE POLICY lease_reader ON public.database_lease FOR SELECT TO lease_reader USING (true);
