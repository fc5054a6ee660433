import { runAsAdmin } from '../../../support/services/postgres.ts';
import type { PeerEnvironment } from './peer-environment.ts';
import type { PeerRow } from './peer-row.ts';
import { runPgbench, type PgbenchFigures } from './run-pgbench.ts';

const SECONDS = 5;

/** A table with the columns of a crud and its primary key; the least that keeps a text. */
const TABLE = `create table if not exists plain_cruds (
  uuid uuid primary key, author uuid not null, message text not null, created_at timestamptz not null, expires_at timestamptz
)`;
const SCRIPT = `insert into plain_cruds (uuid, author, message, created_at, expires_at)
  values (gen_random_uuid(), '00000000-0000-4000-8000-000000000000', 'one of very many', now(), now() + interval '7 days');`;

/** One insert per transaction by each client: the peer of posted cruds. Measured once per repetition and number of clients. */
export function measureSingleInserts(
  { databaseUrl, once }: PeerEnvironment,
  clients: number,
): Promise<PgbenchFigures> {
  return once(`inserts of ${String(clients)}`, async () => {
    await runAsAdmin(databaseUrl, TABLE);
    return runPgbench({ databaseUrl, script: SCRIPT, clients, seconds: SECONDS });
  });
}

/** The latency of one client. */
export const singleInsertPeer: NonNullable<PeerRow['peer']> = {
  title: 'one prepared insert, p50',
  measure: async (environment) => (await measureSingleInserts(environment, 1)).p50Ms,
};
