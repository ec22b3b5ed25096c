#!/bin/sh
# Runs a job on one host only, whichever is first, and gives it the term's token; the database is named by DBLEASE_DATABASE_*.
exec java -jar "${OPERATOR_JAR:-database-lease-operator.jar}" exec --lease=jobs/nightly --ttl=30s --skip-if-held -- \
  sh -c 'echo "the nightly job, with token $LEASE_TOKEN"'
