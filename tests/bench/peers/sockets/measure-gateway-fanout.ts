import { SOCKET_PATH, pathOf, routes } from '@cruddur/shared';
import { createCleanup } from '../../../support/cleanup.ts';
import { openHttpConnection } from '../http-connection.ts';
import { createRequestWriter } from '../http-request.ts';
import type { BenchGateway, BenchPerson, PeerEnvironment } from '../peer-environment.ts';
import { measureFanout } from './measure-fanout.ts';
import { heapEnvironment, measureHeapKib } from './measure-heap.ts';
import { openCrowd, type Crowd } from './open-crowd.ts';

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
const TEXT = 'one of very many, as long as people write when they have something to say';

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
        ...heapEnvironment,
        ...(gateways > 1 && { REDIS_URL: environment.redisUrl }),
      });
      cleanup.defer(() => gateway[Symbol.asyncDispose]());
      started.push(gateway);
    }
    const [first] = started;
    if (!first) throw new Error('there is no gateway');
    const crowds: Crowd[] = [];
    const open = async (gateway: BenchGateway, count: number) => {
      const crowd = await openGatewayCrowd(gateway, environment.people, count);
      cleanup.defer(() => crowd[Symbol.dispose]());
      return crowd;
    };
    await open(first, FIRST_SOCKETS);
    const heapBefore = await measureHeapKib(first);
    for (const gateway of started) crowds.push(await open(gateway, size / gateways));
    const heapAfter = await measureHeapKib(first);
    const deliveriesPerCpuSecond = await measureFanout({
      crowds,
      size,
      burst,
      publish: await openWriters(first, environment.people[0], burst),
      cpuSeconds: () => started.reduce((sum, { program }) => sum + program.cpuSeconds(), 0),
    });
    return { deliveriesPerCpuSecond, heapKibPerSocket: (heapAfter - heapBefore) / (size / gateways) };
  } finally {
    await cleanup.run();
  }
}

function openGatewayCrowd(
  { url }: BenchGateway,
  people: readonly BenchPerson[],
  size: number,
): Promise<Crowd> {
  return openCrowd({
    url,
    path: `${SOCKET_PATH}/?EIO=4&transport=websocket`,
    size,
    hellos: people.map(({ accessToken: token }) => `40${JSON.stringify({ token })}`),
    ready: '["ready",',
  });
}

/** Posts cruds at the same time, each over a connection of its own. */
export async function openWriters({ url }: BenchGateway, person: BenchPerson | undefined, count: number) {
  const connections = await Promise.all(Array.from({ length: count }, () => openHttpConnection(url)));
  return async (marker: string) => {
    const statuses = connections.map(async (connection) => {
      const write = createRequestWriter(url, {
        method: routes.createActivity.method,
        path: pathOf(routes.createActivity, {}),
        ...(person && { accessToken: person.accessToken }),
        body: { message: `${marker} ${TEXT}`, ttl: '7-days' },
        isOperation: true,
      });
      return new Promise<number>((resolve) => connection.send(write(), ({ status }) => resolve(status)));
    });
    for (const status of await Promise.all(statuses))
      if (status !== 200) throw new Error(`a crud was answered ${String(status)}`);
  };
}
