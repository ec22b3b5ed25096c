-- As the pod that leads, with the token that it was told; raises unless it still leads with it.
BEGIN;
SELECT database_lease_assert_held('control/singleton-workers', :token);
INSERT INTO invoice_run (day) VALUES (current_date);
COMMIT;
