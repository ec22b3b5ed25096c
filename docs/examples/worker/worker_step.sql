-- The worker's own table: each step with the token of the term in which it was taken.
CREATE TABLE IF NOT EXISTS worker_step (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  token bigint NOT NULL,
  worker text NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
);
