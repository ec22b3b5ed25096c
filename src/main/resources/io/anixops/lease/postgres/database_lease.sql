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
  IF ours THEN
    RETURN NULL; -- it was judged before it waited for the row, and the term ended meanwhile
  END IF;

  IF NEW.token = OLD.token AND NEW.renewer = OLD.renewer THEN
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
  ELSE
    PERFORM public.database_lease_notify(NEW.name);
  END IF;
  RETURN NULL;
END $$;

-- The condition is false for our own statements, which tell of their changes themselves and pay for the test alone, unless one
-- goes on with a term that ended while it waited for the row. The server reads the condition anew with each statement: a longer
-- one costs more than what it would spare foreign writers.
CREATE OR REPLACE TRIGGER database_lease_before_update BEFORE UPDATE ON public.database_lease
FOR EACH ROW WHEN (
  current_setting('database_lease.own', true) IS DISTINCT FROM 'on'
  OR NEW.token = OLD.token AND OLD.expires_at < clock_timestamp())
EXECUTE FUNCTION public.database_lease_before_update();

CREATE OR REPLACE TRIGGER database_lease_before_insert BEFORE INSERT ON public.database_lease
FOR EACH ROW WHEN (NEW.token = 0 AND NEW.holder <> '')
EXECUTE FUNCTION public.database_lease_before_insert();

CREATE OR REPLACE TRIGGER database_lease_after_insert AFTER INSERT ON public.database_lease
FOR EACH ROW WHEN (NEW.holder <> '' AND current_setting('database_lease.own', true) IS DISTINCT FROM 'on')
EXECUTE FUNCTION public.database_lease_after_change();

CREATE OR REPLACE TRIGGER database_lease_after_delete AFTER DELETE ON public.database_lease
FOR EACH ROW WHEN (OLD.holder <> '')
EXECUTE FUNCTION public.database_lease_after_change();

-- One attempt of a claimant to have the lease: takes it when it is free, and goes on with its own term when that runs. A
-- refusal reads only: no lock, no transaction id. Answers with the row as it is then, without a name where there is none.
--   ttl_micros: the term's length in microseconds; patience: how long to wait for the row, as lock_timeout has it
CREATE OR REPLACE FUNCTION public.database_lease_acquire(
  lease_name text, claimant text, claimant_renewer text, ttl_micros bigint, seen_token bigint,
  cluster text, namespace text, pod text, uid text, node text, patience text,
  OUT done boolean, OUT name text, OUT holder text, OUT token bigint, OUT acquired_at timestamptz,
  OUT renewed_at timestamptz, OUT expires_at timestamptz, OUT renewer text, OUT holder_info jsonb)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  found_row public.database_lease%ROWTYPE;
  ttl constant interval := ttl_micros * interval '1 microsecond';
  info jsonb;
BEGIN
  IF current_setting('transaction_read_only') = 'on' THEN -- a standby, say, which could only tell what was
    RAISE EXCEPTION 'lease % cannot be taken where nothing can be written', lease_name
      USING ERRCODE = 'read_only_sql_transaction';
  END IF;
  SELECT * INTO found_row FROM public.database_lease AS l WHERE l.name = lease_name;
  done := found_row.name IS NULL OR found_row.holder = claimant OR found_row.expires_at < clock_timestamp();
  IF done THEN
    PERFORM set_config('lock_timeout', patience, true), set_config('database_lease.own', 'on', true);
    info := nullif(jsonb_strip_nulls(jsonb_build_object(
      'cluster', cluster, 'namespace', namespace, 'pod', pod, 'uid', uid, 'node', node)), '{}');
    IF found_row.name IS NULL THEN
      INSERT INTO public.database_lease AS l
        (name, holder, expires_at, acquired_at, renewed_at, token, renewer, holder_info)
      SELECT lease_name, claimant, m.moment + ttl, m.moment, m.moment,
        public.database_lease_next_token(0, seen_token), claimant_renewer, info
      FROM (SELECT clock_timestamp() AS moment) AS m
      ON CONFLICT (name) DO NOTHING
      RETURNING l.* INTO found_row;
    ELSE
      -- judged, and computed, anew when the row was another's while this waited for it
      UPDATE public.database_lease AS l SET
        (holder, expires_at, acquired_at, renewed_at, token, renewer, holder_info) = (
          SELECT claimant, greatest(l.expires_at, m.moment + ttl),
            CASE WHEN l.expires_at >= m.moment AND l.token > 0 THEN l.acquired_at ELSE m.moment END,
            m.moment,
            CASE WHEN l.expires_at >= m.moment AND l.token > 0 THEN l.token
              ELSE public.database_lease_next_token(l.token, seen_token) END,
            claimant_renewer, info
          FROM (SELECT clock_timestamp() AS moment) AS m)
      WHERE l.name = lease_name AND (l.holder = claimant OR l.expires_at < clock_timestamp())
      RETURNING l.* INTO found_row;
    END IF;
    done := FOUND;
    IF done AND found_row.acquired_at = found_row.renewed_at THEN
      PERFORM public.database_lease_notify(lease_name);
    END IF;
    IF NOT done THEN
      SELECT * INTO found_row FROM public.database_lease AS l WHERE l.name = lease_name;
    END IF;
  END IF;
  name := found_row.name;
  holder := found_row.holder;
  token := found_row.token;
  acquired_at := found_row.acquired_at;
  renewed_at := found_row.renewed_at;
  expires_at := found_row.expires_at;
  renewer := found_row.renewer;
  holder_info := found_row.holder_info;
END $$;

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
  public.database_lease_acquire(text, text, text, bigint, bigint, text, text, text, text, text, text),
  public.database_lease_assert_held(text, bigint)
TO PUBLIC;

-- Last, so that a version tells of everything above it.
CREATE OR REPLACE FUNCTION public.database_lease_schema_version() RETURNS int
LANGUAGE sql IMMUTABLE AS 'SELECT 1';

GRANT EXECUTE ON FUNCTION public.database_lease_schema_version() TO PUBLIC;
