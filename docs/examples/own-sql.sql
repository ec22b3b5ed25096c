-- For a role of the application that calls database_lease_assert_held.
GRANT USAGE ON SCHEMA public TO app;
GRANT SELECT, UPDATE (holder_info) ON public.database_lease TO app; -- the function locks the row, which wants some UPDATE
