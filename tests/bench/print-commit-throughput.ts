import { createLogger } from '../../server/src/logger.ts';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { openPostgres } from '../../server/src/store/open-postgres.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { signUp, type TestPerson } from '../support/people.ts';
import { isUsable } from '../support/services/availability.ts';
import { startPostgres } from '../support/services/postgres-cluster.ts';
import { createDatabase } from '../support/services/postgres.ts';
import { startBenchApp } from './bench-app.ts';
import { compareCommitModes } from './compare-commit-modes.ts';
import { measureWriters, type Throughput } from './measure-writers.ts';

const WRITERS = 32;

/** Cruds of 32 writers on both stores: the gain by shared commits, and the share that remains through HTTP. */
export async function printCommitThroughput(): Promise<void> {
  const embedded = await openPGlite({});
  await printStoreThroughput('embedded', embedded);
  await embedded.close();
  if (!isUsable('postgres', 'bench')) return;
  await using cluster = await startPostgres();
  await using database = await createDatabase(cluster.adminUrl);
  const store = await openPostgres(database.url, createLogger('none'));
  await printStoreThroughput('PostgreSQL', store);
  await store.close();
}

async function printStoreThroughput(name: string, store: OpenedStore): Promise<void> {
  const { ratio, shared, each, lone } = await compareCommitModes(store);
  const http = await measureOverHttp(store);
  process.stdout.write(
    `cruds of 32 writers on ${name}: shared commits / one commit each: ${ratio.toFixed(1)}\n` +
      `  shared     ${formatThroughput(shared)}\n  one each   ${formatThroughput(each)}\n` +
      `  one writer ${formatThroughput(lone)}\n  over HTTP  ${formatThroughput(http)}\n`,
  );
}

async function measureOverHttp(store: OpenedStore): Promise<Throughput> {
  await using app = await startBenchApp(store);
  const people: TestPerson[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await signUp(app.url));
  const body = { message: 'one of very many' };
  const post = async (writer: number) => people[writer % people.length]?.callOk('createActivity', { body });
  return await measureWriters(post, { writers: WRITERS, ms: 4000 });
}

function formatThroughput({ perSecond, p50, p99 }: Throughput): string {
  return `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
