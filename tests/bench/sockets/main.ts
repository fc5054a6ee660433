/**
 * The cost of a socket on one gateway with PostgreSQL, and the time until 2,000 are connected again after all are dropped.
 * `-- --sockets 500` is a quick run with 500.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseCursor } from '@cruddur/shared';
import { createClient } from '../../support/clients.ts';
import { signUp } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { startPostgres } from '../../support/services/postgres-cluster.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import { printVerdict } from '../print-verdict.ts';
import { waitUntilAllAt, openManySockets } from './open-many-sockets.ts';
import { measureSettledMemory } from './measure-settled-memory.ts';

const SOCKETS = Number(process.argv[3] ?? 2000);
const PEOPLE = 40;
const MISSED_EVENTS = 300;
const RUNS = 3;

const folder = await mkdtemp(join(tmpdir(), 'cruddur-bench-'));
await using cluster = await startPostgres();
await using database = await createDatabase(cluster.adminUrl);
const env = {
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  RATE_LIMITS: 'off',
  LOG_LEVEL: 'none',
  MAX_SOCKETS_PER_PERSON: '100000',
  MAX_SOCKETS_PER_ADDRESS: '100000',
};
let tokens: string[] = [];
const runs: Run[] = [];
for (let run = 0; run < RUNS; run += 1) runs.push(await measureRun());
const crowd = String(SOCKETS);
printVerdict(
  `memory of a socket among ${crowd}, above idle, median of ${String(RUNS)}`,
  medianOf('kilobytes'),
  {
    unit: 'KB',
    atMost: 60,
  },
);
printVerdict(`${crowd} dropped at once have caught up, median of ${String(RUNS)}`, medianOf('backSeconds'), {
  unit: 's',
  atMost: 10,
});
await rm(folder, { recursive: true, force: true });
process.exit();

interface Run {
  kilobytes: number;
  backSeconds: number;
}

function medianOf(of: keyof Run): number {
  return runs.map((run) => run[of]).sort((a, b) => a - b)[Math.floor(RUNS / 2)] ?? NaN;
}

/** One program from its start to its end. */
async function measureRun(): Promise<Run> {
  await using program = startProgram(env);
  const url = await program.waitUntilReady();
  if (tokens.length === 0) tokens = await signUpMany(url);
  // Modules that the first sockets load count for the program, not for the sockets.
  const first = await openManySockets(url, { tokens, size: 20 });
  for (const socket of first) socket[Symbol.dispose]();
  const idle = await measureSettledMemory(program);
  const crowd = await openManySockets(url, { tokens, size: SOCKETS });
  const full = await measureSettledMemory(program);

  const places = crowd.map((socket) => socket.cursors());
  for (const socket of crowd) socket.rawSocket.io.engine.close();
  const person = createClient(url, tokens[0]);
  for (let count = 0; count < MISSED_EVENTS; count += 1)
    await person.callOk('createActivity', { body: { message: `missed ${String(count)}` } });
  const head = (parseCursor(places[0]?.public ?? '')?.seq ?? 0) + MISSED_EVENTS;
  const [started, worked] = [performance.now(), program.cpuSeconds()];
  const back = await openManySockets(url, { tokens, size: SOCKETS, places });
  await waitUntilAllAt(back, head);
  const backSeconds = (performance.now() - started) / 1000;
  const work = (program.cpuSeconds() - worked).toFixed(2);
  printValue(
    `${String(SOCKETS)} back with ${String(MISSED_EVENTS)} events each`,
    `${backSeconds.toFixed(2)} s, ${work} s of processor time of the gateway`,
  );
  const posted = performance.now();
  await person.callOk('createActivity', { body: { message: 'for all' } });
  await waitUntilAllAt(back, head + 1);
  printValue('one crud received by all of them, in seconds', elapsedSeconds(posted));
  for (const socket of back) socket[Symbol.dispose]();
  printValue('MB idle, and with all', `${idle.toFixed(0)}, ${full.toFixed(0)}`);
  return { kilobytes: ((full - idle) * 1024) / SOCKETS, backSeconds };
}

async function signUpMany(url: string): Promise<string[]> {
  const all: string[] = [];
  for (let count = 0; count < PEOPLE; count += 1) all.push((await signUp(url)).accessToken);
  return all;
}

function elapsedSeconds(since: number): string {
  return ((performance.now() - since) / 1000).toFixed(2);
}

function printValue(what: string, value: string): void {
  process.stdout.write(`${what}: ${value}\n`);
}
