import { createCleanup } from '../../../../support/cleanup.ts';
import { measureMemory, memoryOptions } from '../../../../support/measure-memory.ts';
import { openPoster, warmUp } from '../open-poster.ts';
import type { PeerEnvironment } from '../peer-environment.ts';
import type { BenchGateway } from '../start-bench-gateway.ts';
import { measureFanout } from './measure-fanout.ts';
import type { Crowd } from './open-crowd.ts';
import { openGatewayCrowd } from './open-gateway-crowd.ts';

export interface FanoutRun {
  /** Sockets in all. */
  size: number;
  /** With more than one, they share a Redis. */
  gateways: number;
  /** Cruds at once. */
  burst: number;
}

export interface FanoutFigures {
  deliveriesPerCpuSecond: number;
  /** Of the first gateway's JavaScript heap, after a collection of garbage. */
  heapKibPerSocket: number;
}

/** Modules and tables that the first sockets load belong to the program. */
const FIRST_SOCKETS = 20;

/** Gateways of their own with sockets of all people; cruds come over HTTP at the first gateway. */
export async function measureGatewayFanout(
  environment: PeerEnvironment,
  { size, gateways, burst }: FanoutRun,
): Promise<FanoutFigures> {
  const cleanup = createCleanup();
  try {
    const started: BenchGateway[] = [];
    for (let count = 0; count < gateways; count += 1) {
      const gateway = await environment.startGateway({
        NODE_OPTIONS: memoryOptions,
        ...(gateways > 1 && { REDIS_URL: environment.redisUrl }),
      });
      cleanup.defer(() => gateway[Symbol.asyncDispose]());
      started.push(gateway);
    }
    const [first] = started;
    if (!first) throw new Error('there is no gateway');
    await warmUp(first, environment.people[0]);
    const crowds: Crowd[] = [];
    const open = async (gateway: BenchGateway, count: number) => {
      const crowd = await openGatewayCrowd(gateway, { size: count, people: environment.people });
      cleanup.defer(() => crowd[Symbol.dispose]());
      return crowd;
    };
    await open(first, FIRST_SOCKETS);
    const { heapUsed: heapBefore } = await measureMemory(first.program);
    for (const gateway of started) crowds.push(await open(gateway, size / gateways));
    const { heapUsed: heapAfter } = await measureMemory(first.program);
    const deliveriesPerCpuSecond = await measureFanout({
      crowds,
      size,
      burst,
      publish: await openPoster(first, environment.people[0], burst),
      cpuSeconds: () => started.reduce((sum, { program }) => sum + program.cpuSeconds(), 0),
    });
    return { deliveriesPerCpuSecond, heapKibPerSocket: (heapAfter - heapBefore) / 1024 / (size / gateways) };
  } finally {
    await cleanup.run();
  }
}
