-- The lease table, and what keeps it right whoever writes to it. PostgreSQL 14 to 18.
--
-- Run it as the table's owner, in one transaction:
--   psql -v ON_ERROR_STOP=1 -1 -f database_lease.sql
-- It may be run again at any time. On a table that is there already it adds what is missing and changes nothing else.
-- For another table, replace public.database_lease by its schema and name throughout.
-- A program that holds leases needs USAGE on the schema and SELECT, INSERT and UPDATE on the table.

DO $$
DECLARE
  installed int;
BEGIN
  IF to_regnamespace(split_part('public.database_lease', '.', 1)) IS NULL THEN
    EXECUTE format('CREATE SCHEMA %I', split_part('public.database_lease', '.', 1));
  END IF;
  IF to_regprocedure('public.database_lease_schema_version()') IS NOT NULL THEN
    EXECUTE 'SELECT public.database_lease_schema_version()' INTO installed;
    IF installed > 1 THEN
      RAISE EXCEPTION 'public.database_lease has schema version %, and this script is for version 1: run the newer one', installed
        USING ERRCODE = 'DL003';
    END IF;
  END IF;
END $$;

-- No index but the primary key: one on a column that a renewal changes would make every renewal write to it.
CREATE TABLE IF NOT EXISTS public.database_lease (
  name varchar(100) PRIMARY KEY,
  holder varchar(200) NOT NULL DEFAULT '',
  expires_at timestamptz NOT NULL,
  acquired_at timestamptz,
  renewed_at timestamptz,
  token bigint NOT NULL DEFAULT 0,
  renewer varchar(200) NOT NULL DEFAULT '',
  holder_info jsonb
) WITH (fillfactor = 70);

ALTER TABLE public.database_lease
  ADD COLUMN IF NOT EXISTS acquired_at timestamptz,
  ADD COLUMN IF NOT EXISTS renewed_at timestamptz,
  ADD COLUMN IF NOT EXISTS token bigint NOT NULL DEFAULT 0,
  ADD COLUMN IF NOT EXISTS renewer varchar(200) NOT NULL DEFAULT '',
  ADD COLUMN IF NOT EXISTS holder_info jsonb;

CREATE SEQUENCE IF NOT EXISTS public.database_lease_token AS bigint;

-- The server's timeline, which rises with every promotion of a standby; 0 where it cannot be read.
CREATE OR REPLACE FUNCTION public.database_lease_timeline() RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ('x' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8))::bit(32)::bigint;
EXCEPTION WHEN OTHERS THEN
  RETURN 0;
END $$;

-- The fencing token of a new term: above the row's last one, above everything that this server gave out for a row that was
-- deleted since, above what a standby gave out before it was promoted, and above what the caller has seen.
CREATE OR REPLACE FUNCTION public.database_lease_next_token(last_token bigint, seen_token bigint) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN greatest(
    last_token + 1,
    (public.database_lease_timeline() << 32) + nextval('public.database_lease_token'),
    seen_token + 1);
END $$;

-- Tells whoever listens that something happened to a lease: a hint, on the channel <schema>.<table>.
CREATE OR REPLACE FUNCTION public.database_lease_notify(lease_name text) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF coalesce(current_setting('database_lease.notify', true), '') <> 'off' THEN
    PERFORM pg_notify('public.database_lease', lease_name);
  END IF;
END $$;

-- A writer that names neither token nor renewer, and is not one of our own statements, is foreign: what it means is put in
-- the terms of this table, by the database's clock.
CREATE OR REPLACE FUNCTION public.database_lease_before_update() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment constant timestamptz := clock_timestamp();
  ran constant boolean := OLD.expires_at >= moment;
  ours constant boolean := coalesce(current_setting('database_lease.own', true), '') = 'on';
  asked interval;
BEGIN
  IF ours AND NEW.token = OLD.token AND NEW.holder = OLD.holder AND NOT ran THEN
    RETURN NULL; -- it was judged before it waited for the row, and the term ended meanwhile
  END IF;

  IF NOT (ours OR NEW.token <> OLD.token OR NEW.renewer <> OLD.renewer) THEN
    IF NEW.holder <> OLD.holder AND OLD.holder <> '' AND ran THEN
      RAISE EXCEPTION 'lease % is held by % for % more', OLD.name, OLD.holder, OLD.expires_at - moment
        USING ERRCODE = 'DL002', HINT = 'The clock of the writer may be ahead of the database''s.';
    END IF;
    IF NEW.renewed_at IS NOT DISTINCT FROM OLD.renewed_at THEN
      IF NEW.holder = OLD.holder AND NEW.expires_at <> OLD.expires_at THEN -- a release
        NEW.expires_at := CASE WHEN ran THEN moment ELSE OLD.expires_at END;
      END IF;
    ELSIF isfinite(NEW.renewed_at) AND isfinite(NEW.expires_at)
        AND NEW.renewed_at NOT BETWEEN moment - interval '1 second' AND moment + interval '1 second' THEN
      asked := extract(epoch FROM NEW.expires_at - NEW.renewed_at) * interval '1 second'; -- a day is 24 hours
      NEW.renewed_at := moment;
      NEW.expires_at := moment + asked;
      IF NEW.holder <> OLD.holder OR NOT ran THEN
        NEW.acquired_at := moment;
      END IF;
    END IF;
    IF NEW.holder <> ''
        AND (NEW.holder <> OLD.holder OR (NOT ran OR OLD.token <= 0) AND NEW.expires_at > moment) THEN
      NEW.token := public.database_lease_next_token(OLD.token, 0);
      NEW.renewer := '';
      NEW.holder_info := NULL;
    END IF;
  END IF;

  IF NEW.token <> OLD.token OR NEW.holder <> OLD.holder OR (ran AND NEW.expires_at <= clock_timestamp()) THEN
    PERFORM public.database_lease_notify(NEW.name);
  END IF;
  RETURN NEW;
END $$;

-- A foreign writer that makes a row with a holder in it.
CREATE OR REPLACE FUNCTION public.database_lease_before_insert() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment constant timestamptz := clock_timestamp();
  asked interval;
BEGIN
  IF isfinite(NEW.renewed_at) AND isfinite(NEW.expires_at)
      AND NEW.renewed_at NOT BETWEEN moment - interval '1 second' AND moment + interval '1 second' THEN
    asked := extract(epoch FROM NEW.expires_at - NEW.renewed_at) * interval '1 second';
    NEW.acquired_at := moment;
    NEW.renewed_at := moment;
    NEW.expires_at := moment + asked;
  END IF;
  NEW.token := public.database_lease_next_token(0, 0);
  RETURN NEW;
END $$;

CREATE OR REPLACE FUNCTION public.database_lease_after_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM public.database_lease_notify(OLD.name);
  ELSIF NEW.token < 0 THEN -- our own statement took it for a row that was there, and was deleted meanwhile
    RAISE EXCEPTION 'lease % was deleted meanwhile', NEW.name USING ERRCODE = 'serialization_failure';
  ELSE
    PERFORM public.database_lease_notify(NEW.name);
  END IF;
  RETURN NULL;
END $$;

-- The condition is false for a renewal of ours, which therefore pays for the test alone. The server reads the condition anew with
-- each statement: a longer one costs more than what it would spare foreign writers.
CREATE OR REPLACE TRIGGER database_lease_before_update BEFORE UPDATE ON public.database_lease
FOR EACH ROW WHEN (
  current_setting('database_lease.own', true) IS DISTINCT FROM 'on'
  OR NEW.token <> OLD.token
  OR least(OLD.expires_at, NEW.expires_at) <= clock_timestamp())
EXECUTE FUNCTION public.database_lease_before_update();

CREATE OR REPLACE TRIGGER database_lease_before_insert BEFORE INSERT ON public.database_lease
FOR EACH ROW WHEN (NEW.token = 0 AND NEW.holder <> '')
EXECUTE FUNCTION public.database_lease_before_insert();

CREATE OR REPLACE TRIGGER database_lease_after_insert AFTER INSERT ON public.database_lease
FOR EACH ROW WHEN (NEW.holder <> '')
EXECUTE FUNCTION public.database_lease_after_change();

CREATE OR REPLACE TRIGGER database_lease_after_delete AFTER DELETE ON public.database_lease
FOR EACH ROW WHEN (OLD.holder <> '')
EXECUTE FUNCTION public.database_lease_after_change();

-- For the application's own transactions: raises unless the lease is held in the term of that token, and keeps it so until the
-- transaction ends. It holds off the leader's renewal as long, so keep the transaction short.
CREATE OR REPLACE FUNCTION public.database_lease_assert_held(lease_name text, fencing_token bigint) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  found_token bigint;
  ends timestamptz;
BEGIN
  SELECT l.token, l.expires_at INTO found_token, ends
    FROM public.database_lease AS l WHERE l.name = lease_name FOR SHARE;
  IF found_token = fencing_token AND ends >= clock_timestamp() THEN
    RETURN;
  END IF;
  RAISE EXCEPTION 'lease % is not held with token %', lease_name, fencing_token USING ERRCODE = 'DL001';
END $$;

-- Whoever may write the table may do so whatever the default rights of functions are.
GRANT EXECUTE ON FUNCTION
  public.database_lease_timeline(),
  public.database_lease_next_token(bigint, bigint),
  public.database_lease_notify(text),
  public.database_lease_assert_held(text, bigint)
TO PUBLIC;

-- Last, so that a version tells of everything above it.
CREATE OR REPLACE FUNCTION public.database_lease_schema_version() RETURNS int
LANGUAGE sql IMMUTABLE AS 'SELECT 1';

GRANT EXECUTE ON FUNCTION public.database_lease_schema_version() TO PUBLIC;
