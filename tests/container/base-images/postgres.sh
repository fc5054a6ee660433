#!/bin/bash
# The entry of the official image, as far as the compose file uses it.
set -e
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  initdb -U "$POSTGRES_USER" -D "$PGDATA" -E UTF8 --locale=C.UTF-8 --auth-host=scram-sha-256 --auth-local=trust \
    --pwfile=<(echo "$POSTGRES_PASSWORD")
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  pg_ctl -D "$PGDATA" -o "-c listen_addresses=''" -w start
  psql -U "$POSTGRES_USER" -d postgres -c "create database \"$POSTGRES_DB\""
  pg_ctl -D "$PGDATA" -m fast -w stop
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' "$@"
