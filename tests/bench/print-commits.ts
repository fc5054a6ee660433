import { createLogger } from '../../server/src/logger.ts';
import { openPGlite } from '../../server/src/store/open-pglite.ts';
import { openPostgres } from '../../server/src/store/open-postgres.ts';
import type { OpenedStore } from '../../server/src/store/opened-store.ts';
import { signUp, type TestPerson } from '../support/people.ts';
import { isUsable } from '../support/services/availability.ts';
import { startPostgres } from '../support/services/postgres-cluster.ts';
import { createDatabase } from '../support/services/postgres.ts';
import { openBenchApp } from './bench-app.ts';
import { compareCommits } from './shared-commits.ts';
import { measureWriters, type Work } from './writers.ts';

const WRITERS = 32;

/** Cruds of 32 writers on both stores: what shared commits are worth, and what the HTTP door leaves of it. */
export async function printCommits(): Promise<void> {
  const embedded = await openPGlite({});
  await printOn('embedded', embedded);
  await embedded.close();
  if (!isUsable('postgres', 'bench')) return;
  await using cluster = await startPostgres();
  await using database = await createDatabase(cluster.adminUrl);
  const store = await openPostgres(database.url, createLogger('none'));
  await printOn('PostgreSQL', store);
  await store.close();
}

async function printOn(name: string, store: OpenedStore): Promise<void> {
  const { ratio, shared, each, lone } = await compareCommits(store);
  const http = await overHttp(store);
  process.stdout.write(
    `cruds of 32 writers on ${name}: shared commits / one commit each: ${ratio.toFixed(1)}\n` +
      `  shared     ${inWords(shared)}\n  one each   ${inWords(each)}\n` +
      `  one writer ${inWords(lone)}\n  over HTTP  ${inWords(http)}\n`,
  );
}

async function overHttp(store: OpenedStore): Promise<Work> {
  await using app = await openBenchApp(store);
  const people: TestPerson[] = [];
  for (let n = 0; n < 4; n += 1) people.push(await signUp(app.url));
  const body = { message: 'one of very many' };
  const post = async (writer: number) => people[writer % people.length]?.ask('createActivity', { body });
  return await measureWriters(post, { writers: WRITERS, ms: 4000 });
}

function inWords({ perSecond, p50, p99 }: Work): string {
  return `${perSecond.toFixed(0)} a second, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}
