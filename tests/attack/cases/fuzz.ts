import { routes } from '@cruddur/shared';
import { signUp } from '../../support/people.ts';
import { connectSocket } from '../../support/sockets.ts';
import { describeMissedTarget, formatStatuses, type AttackCase } from '../attack-case.ts';
import { runFuzz, type FuzzOutcome } from '../fuzz/run-fuzz.ts';
import { createFuzzTargets } from '../fuzz/targets.ts';
import type { MemoryUsage } from '../attacked-gateway.ts';

export interface FuzzSize {
  count: number;
  /** The number of the first input. */
  from: number;
}

/** The parts of the run at which memory is read; by the first one, caches and compiled code are complete. */
const READINGS = [0.1, 0.5];
/** The limit for the growth of the heap from the first reading to the end: bounded caches fill up, a leak grows with the inputs. */
const GROWTH_MB = 32;
const RSS_GROWTH_MB = 96;
/** From this number of inputs on, each call must have been answered 200 at least once. */
const COVERS_ALL_CALLS = 2000;
/** More sockets than the fuzz opens at a time. */
const SOCKETS = { MAX_SOCKETS_PER_PERSON: '1000', MAX_SOCKETS_PER_ADDRESS: '100000' };

export function fuzzCase({ count, from }: FuzzSize): AttackCase {
  return {
    name: 'fuzz',
    description: `${count} malformed inputs over HTTP, raw TCP, sockets and the pool`,
    async run(environment) {
      const { gateways } = await environment.startGateways(SOCKETS);
      const targets = await createFuzzTargets(gateways[0].url);
      const bystander = await signUp(gateways[0].url);
      const tabs = await Promise.all(
        gateways.map(({ url }) => connectSocket(url, { token: bystander.accessToken })),
      );
      const memory: MemoryUsage[][] = [];
      const startedAt = performance.now();
      const outcome = await runFuzz({
        ports: gateways.map(({ url }) => Number(new URL(url).port)),
        targets,
        seed: environment.seed,
        from,
        count,
        checkpoints: {
          at: READINGS.map((share) => Math.round(count * share)),
          call: async () => void memory.push(await Promise.all(gateways.map((gateway) => gateway.memory()))),
        },
      });
      const seconds = (performance.now() - startedAt) / 1000;
      const closed = tabs.filter(
        ({ rawSocket, frames }) => !rawSocket.connected || frames.bye.length > 0,
      ).length;
      for (const tab of tabs) tab[Symbol.dispose]();
      const largest = memory.map((all) => Math.max(...all.map(({ heapUsed }) => heapUsed)));
      const resident = memory.map((all) => Math.max(...all.map(({ rss }) => rss)));
      const growth = (figures: number[]) => (figures.at(-1) ?? 0) - (figures[0] ?? 0);
      return {
        figures: {
          ...outcome.sent,
          'inputs/s': count / seconds,
          answers: formatStatuses(outcome.statuses),
          'fewest 200s of a call': describeRarest(outcome),
          'heap MB': largest.map((mb) => mb.toFixed(0)).join(' → '),
          'rss MB': resident.map((mb) => mb.toFixed(0)).join(' → '),
        },
        faults: [
          ...outcome.faults,
          ...(closed > 0 ? [`${closed} well-behaved sockets were closed`] : []),
          ...(count < COVERS_ALL_CALLS ? [] : findMissedCalls(outcome)),
        ],
        missedTargets: [
          ...describeMissedTarget('heap growth in MB:', growth(largest), GROWTH_MB),
          ...describeMissedTarget('rss growth in MB:', growth(resident), RSS_GROWTH_MB),
        ],
      };
    },
  };
}

const countSuccesses = ({ succeeded }: FuzzOutcome) => {
  const counts: Partial<Record<string, number>> = succeeded;
  return Object.keys(routes).map((call) => ({ call, times: counts[call] ?? 0 }));
};

/** Without a valid target, a call's inputs test no more than its checks of ids. */
const findMissedCalls = (outcome: FuzzOutcome) =>
  countSuccesses(outcome)
    .filter(({ times }) => times === 0)
    .map(({ call }) => `no input of ${call} had a valid target`);

function describeRarest(outcome: FuzzOutcome): string {
  const rarest = countSuccesses(outcome).toSorted((one, next) => one.times - next.times);
  return rarest
    .slice(0, 5)
    .map(({ call, times }) => `${call} ${times}`)
    .join(', ');
}
