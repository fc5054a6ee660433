import { routes } from '@cruddur/shared';
import { startBenchGateway } from '../bench/peers/start-bench-gateway.ts';
import type { BenchGateway } from '../bench/peers/start-bench-gateway.ts';
import { measureMemory, memoryOptions, type MemoryUsage } from '../../support/measure-memory.ts';
import { signUp } from '../../support/people.ts';
import { createMigratedDatabase } from '../../support/services/migrated-database.ts';
import { connectSocket, type TestSocket } from '../../support/sockets.ts';
import { runFuzz, type FuzzOutcome } from './fuzz/run-fuzz.ts';
import { createFuzzTargets } from './fuzz/targets.ts';
import type { AttackOptions } from './options.ts';

export interface AttackParts extends Omit<AttackOptions, 'part'> {
  /** Opens a PostgreSQL cluster as its superuser. */
  adminUrl: string;
  redisUrl: string;
}

export interface AttackOutcome {
  /** Printed in this order. */
  figures: Record<string, string>;
  /** Each one fails the run. */
  faults: string[];
  /** Limits of memory that were exceeded. Other work on the machine affects them, so the short form ignores them. */
  missedTargets: string[];
}

/** The parts of the run at which memory is read; by the first one, caches and compiled code are complete. */
const READINGS = [0.1, 0.5];
/** The limits for the growth from the first reading to the end: bounded caches fill up, a leak grows with the inputs. */
const GROWTH_MB = { heapUsed: 32, rss: 96 };
const MB = 1024 * 1024;
/** From this number of inputs on, each call must have been answered 200 at least once. */
const COVERS_ALL_CALLS = 2000;
/** Express lets Node parse a request target such as `http://[::1/`, and handles the failure of later versions as an unknown path. */
const EXPECTED_WARNING = 'DEP0170';
const ERROR_LEVEL = 50;

/** Malformed input at two gateways on one store and one Redis. */
export async function runAttack(parts: AttackParts): Promise<AttackOutcome> {
  const { adminUrl, redisUrl, inputs, from, seed } = parts;
  await using database = await createMigratedDatabase(adminUrl);
  const env = {
    ...{ DATABASE_URL: database.url, REDIS_URL: redisUrl, LOG_LEVEL: 'error' },
    NODE_OPTIONS: `${memoryOptions} --disable-warning=${EXPECTED_WARNING}`,
    // Its name does not resolve.
    PUSH_SERVICES: 'push.invalid',
  };
  await using one = await startBenchGateway(env);
  await using other = await startBenchGateway(env);
  const gateways = [watchGateway(one), watchGateway(other)];
  const { accessToken: token } = await signUp(one.url);
  using tab = await connectSocket(one.url, { token });
  using otherTab = await connectSocket(other.url, { token });
  const memory: MemoryUsage[][] = [];
  const startedAt = performance.now();
  const outcome = await runFuzz({
    ports: [one, other].map(({ url }) => Number(new URL(url).port)),
    targets: await createFuzzTargets(one.url),
    ...{ seed, from, count: inputs },
    checkpoints: {
      at: READINGS.map((share) => Math.round(inputs * share)),
      call: async () => void memory.push(await Promise.all(gateways.map((gateway) => gateway.memory()))),
    },
  });
  const seconds = (performance.now() - startedAt) / 1000;
  const missedCalls = inputs < COVERS_ALL_CALLS ? [] : listMissedCalls(outcome);
  const mostOf = (of: keyof MemoryUsage) =>
    memory.map((all) => Math.max(...all.map((usage) => usage[of])) / MB);
  return {
    figures: {
      inputs: formatCounts(outcome.sent),
      'inputs/s': (inputs / seconds).toFixed(0),
      answers: formatCounts(outcome.statuses),
      'heap MB': mostOf('heapUsed').map(Math.round).join(' → '),
      'rss MB': mostOf('rss').map(Math.round).join(' → '),
    },
    faults: [
      ...outcome.faults,
      ...missedCalls.map((call) => `no input of ${call} had a valid target`),
      ...[tab, otherTab].filter(isClosed).map(() => 'a well-behaved socket was closed'),
      ...gateways.flatMap((gateway) => gateway.faults()),
    ],
    missedTargets: (['heapUsed', 'rss'] as const).flatMap((of) => {
      const [first = 0, last = 0] = [mostOf(of)[0], mostOf(of).at(-1)];
      const growth = last - first;
      return growth <= GROWTH_MB[of] ? [] : [`${of} grew by ${growth.toFixed(0)} of ${GROWTH_MB[of]} MB`];
    }),
  };
}

function watchGateway({ program }: BenchGateway) {
  let exitCode: number | null | undefined;
  void program.waitForExit().then((code) => (exitCode = code));
  return {
    memory: () => measureMemory(program),
    faults: () => [
      ...(exitCode === undefined ? [] : [`a gateway ended with ${exitCode}`]),
      ...program
        .stderrLines()
        .filter(isFault)
        .map((line) => `a gateway logged ${line.slice(0, 400)}`),
    ],
  };
}

/** Only lines at level error count: the audit log is written at every level. A line that is not JSON is a failure of Node. */
function isFault(line: string): boolean {
  const level = /^\{"level":(\d+),/.exec(line)?.[1];
  return level === undefined || Number(level) >= ERROR_LEVEL;
}

const isClosed = ({ rawSocket, frames }: TestSocket) => !rawSocket.connected || frames.bye.length > 0;

/** Without a valid target, a call's inputs test no more than its checks of ids. */
function listMissedCalls({ succeeded }: FuzzOutcome): string[] {
  const counts: Partial<Record<string, number>> = succeeded;
  return Object.keys(routes).filter((call) => counts[call] === undefined);
}

/** `200: 17, 429: 3` */
const formatCounts = (counts: Record<string, number>) =>
  Object.entries(counts)
    .map(([name, count]) => `${name}: ${count}`)
    .join(', ');

export function describeOutcome({ figures, faults, missedTargets }: AttackOutcome): string {
  const lines = Object.entries(figures).map(([name, text]) => `${name.padEnd(10)} ${text}`);
  return [...lines, ...faults, ...missedTargets].join('\n');
}
