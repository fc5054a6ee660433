import type { Crowd } from './open-crowd.ts';

export interface FanoutParts {
  /** One for each server. */
  crowds: readonly Crowd[];
  /** Sockets of all crowds. */
  size: number;
  /** Messages in each round; the next round starts when all sockets have all of them. */
  burst: number;
  /** Publishes messages that contain the marker. */
  publish: (marker: string, count: number) => Promise<void>;
  /** Processor time of all servers. */
  cpuSeconds: () => number;
}

const WARM_UP_ROUNDS = 15;
const SECONDS = 6;

/** Messages delivered to sockets for each second of the servers' processor time. */
export async function measureFanout(parts: FanoutParts): Promise<number> {
  for (let round = 0; round < WARM_UP_ROUNDS; round += 1) await runRound(parts, `warm${String(round)}-`);
  const cpuBefore = parts.cpuSeconds();
  const until = performance.now() + SECONDS * 1000;
  let rounds = 0;
  for (; performance.now() < until; rounds += 1) await runRound(parts, `round${String(rounds)}-`);
  return (rounds * parts.burst * parts.size) / (parts.cpuSeconds() - cpuBefore);
}

async function runRound({ crowds, burst, publish }: FanoutParts, marker: string): Promise<void> {
  const waits = await Promise.all(crowds.map((crowd) => crowd.expect(marker, burst)));
  await publish(marker, burst);
  await Promise.all(waits.map((wait) => wait()));
}
