-- From a hand-written table job_locks (name, locked_by, locked_until) to leases named jobs/<name>: nobody works twice.
BEGIN;
LOCK TABLE job_locks IN EXCLUSIVE MODE; -- takes and renewals wait for the end of this

-- who has a lock now has the lease until that lock would have ended, and not longer
INSERT INTO database_lease (name, holder, expires_at, acquired_at, renewed_at)
SELECT 'jobs/' || name, locked_by, locked_until, clock_timestamp(), clock_timestamp()
FROM job_locks
WHERE locked_until > clock_timestamp()
ON CONFLICT (name) DO NOTHING;

-- and nobody takes or renews a lock any more: a statement that tries finds no row to change
CREATE FUNCTION job_locks_are_closed() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
CREATE TRIGGER job_locks_are_closed BEFORE INSERT OR UPDATE ON job_locks
FOR EACH ROW EXECUTE FUNCTION job_locks_are_closed();
COMMIT;
