/** What a socket costs on one gateway beside PostgreSQL, and how long 2,000 take to be back when all are dropped at once. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCursor } from '@cruddur/shared';
import { createClient } from '../../support/clients.ts';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { allAt, openCrowd } from './crowd.ts';
import { settledMemory } from './settled-memory.ts';

const SOCKETS = 2000;
const PEOPLE = 40;
const MISSED = 300;
const RUNS = 3;

const folder = await mkdtemp(join(tmpdir(), 'cruddur-bench-'));
await using cluster = await startPostgres();
await using database = await createDatabase(cluster.adminUrl);
const env = {
  ...{ DATABASE_URL: database.url, DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'none' },
  ...{ MAX_SOCKETS_PER_PERSON: '100000', MAX_SOCKETS_PER_ADDRESS: '100000' },
};
let tokens: string[] = [];
const costs: number[] = [];
for (let run = 0; run < RUNS; run += 1) costs.push(await measureOnce());
print(`KB per socket above idle, ${String(RUNS)} runs`, costs.map((cost) => cost.toFixed(1)).join(', '));
print('median', [...costs].sort((a, b) => a - b)[Math.floor(RUNS / 2)]?.toFixed(1) ?? '');
await rm(folder, { recursive: true, force: true });
process.exit(0);

/** One program from its start to its end. @returns KB per socket */
async function measureOnce(): Promise<number> {
  await using program = startProgram(env);
  const url = await program.ready();
  if (tokens.length === 0) tokens = await manyTokens(url);
  // What is loaded with the first sockets belongs to the program, not to them.
  const first = await openCrowd(url, { tokens, size: 20 });
  for (const socket of first) socket[Symbol.dispose]();
  const idle = await settledMemory(program);
  const crowd = await openCrowd(url, { tokens, size: SOCKETS });
  const full = await settledMemory(program);

  const places = crowd.map((socket) => socket.cursors());
  for (const socket of crowd) socket.wire.io.engine.close();
  const person = createClient(url, tokens[0]);
  for (let count = 0; count < MISSED; count += 1)
    await person.ask('createActivity', { body: { message: `missed ${String(count)}` } });
  const head = (parseCursor(places[0]?.public ?? '')?.seq ?? 0) + MISSED;
  const started = performance.now();
  const back = await openCrowd(url, { tokens, size: SOCKETS, places });
  await allAt(back, head);
  print(`${String(SOCKETS)} back with ${String(MISSED)} events each, in seconds`, seconds(started));
  const posted = performance.now();
  await person.ask('createActivity', { body: { message: 'for all' } });
  await allAt(back, head + 1);
  print('one crud heard by all of them, in seconds', seconds(posted));
  for (const socket of back) socket[Symbol.dispose]();
  print('MB idle, and with all', `${idle.toFixed(0)}, ${full.toFixed(0)}`);
  return ((full - idle) * 1024) / SOCKETS;
}

async function manyTokens(url: string): Promise<string[]> {
  const all: string[] = [];
  for (let count = 0; count < PEOPLE; count += 1) all.push((await signUp(url)).accessToken);
  return all;
}

function seconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(2);
}

function print(what: string, value: string): void {
  process.stdout.write(`${what}: ${value}\n`);
}
