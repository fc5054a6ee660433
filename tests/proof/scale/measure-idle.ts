import { setTimeout as pause } from 'node:timers/promises';
import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import type { BenchGateway } from '../bench/peers/start-bench-gateway.ts';
import { createCleanup } from '../../support/cleanup.ts';
import { measureMemory } from '../../support/measure-memory.ts';
import type { IdlePoint, SocketLoad } from './calibration.ts';
import { openGatewaySockets } from './open-gateway-sockets.ts';

/** Until what was just written is delivered. */
const SETTLING_SECONDS = 5;
/** After its handshakes a gateway with 8,000 sockets takes half as much more for most of a minute. */
const COOLING_SECONDS = 40;
const ALONE_SECONDS = 10;
/** Five rounds of pings, one each 8 s, and eight of heads: sockets that were opened together get them together. */
const IDLE_SECONDS = 40;
/** The result is the lowest of several windows: work beside the bench and collections of garbage fall into single ones, and only add. */
const WINDOWS = 3;
/** A gateway checks each new session at the identity provider once, 20 per second. */
const CHECKS_PER_SECOND = 20;

export interface IdleFigures {
  points: IdlePoint[];
  /** What the gateway with the lease works more. */
  leaseUs: number;
  /** Processor time of PostgreSQL per second: with the gateway that holds the lease, and what each other one adds. */
  postgres: { aloneUs: number; gatewayUs: number };
}

/**
 * Gateways with different loads, all at the same time: the machine then is as fast for each. The environment's gateway was started
 * first and holds the lease, so none of the others does.
 * @param loads one of them without sockets
 * @param personUs PostgreSQL's processor time per person and second
 */
export async function measureIdle(
  environment: PeerEnvironment,
  loads: readonly SocketLoad[],
  { postgresCpu, personUs }: { postgresCpu: () => number; personUs: number },
): Promise<IdleFigures> {
  const cleanup = createCleanup();
  try {
    await pause(SETTLING_SECONDS * 1000);
    const [aloneUs = 0] = await measureCpu([postgresCpu], ALONE_SECONDS);
    const gateways: BenchGateway[] = [];
    for (const load of loads) {
      const opened = await openGatewaySockets(environment, load);
      cleanup.defer(() => opened[Symbol.asyncDispose]());
      gateways.push(opened.gateway);
    }
    const people = loads.map((load) => load.people);
    const heaps: number[] = [];
    for (const { program } of gateways) heaps.push((await measureMemory(program)).heapUsed / 1024 ** 2);
    await pause(Math.max(COOLING_SECONDS, Math.max(...people) / CHECKS_PER_SECOND) * 1000);
    const cpuOf = ({ program }: BenchGateway) => program.cpuSeconds();
    const meters = [postgresCpu, ...[environment.gateway, ...gateways].map((one) => () => cpuOf(one))];
    const windows: number[][] = [];
    while (windows.length < WINDOWS) windows.push(await measureCpu(meters, IDLE_SECONDS));
    const [usedUs = 0, holderUs = 0, ...idleUs] = meters.map((_, meter) =>
      Math.min(...windows.map((window) => window[meter] ?? 0)),
    );
    const baseUs = idleUs[loads.findIndex(({ sockets }) => sockets === 0)] ?? 0;
    const readPeopleUs = personUs * people.reduce((sum, count) => sum + count, 0);
    return {
      points: loads.map((load, index) => ({
        ...load,
        idleUs: idleUs[index] ?? 0,
        heapMb: heaps[index] ?? 0,
      })),
      leaseUs: Math.max(0, holderUs - baseUs),
      postgres: { aloneUs, gatewayUs: Math.max(0, usedUs - aloneUs - readPeopleUs) / gateways.length },
    };
  } finally {
    await cleanup.run();
  }
}

/** @returns processor time per second of each meter, in microseconds */
async function measureCpu(meters: readonly (() => number)[], seconds: number): Promise<number[]> {
  const before = meters.map((read) => read());
  await pause(seconds * 1000);
  return meters.map((read, index) => ((read() - (before[index] ?? 0)) * 1e6) / seconds);
}
