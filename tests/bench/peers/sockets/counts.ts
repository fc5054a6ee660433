import { pathOf, routes } from '@cruddur/shared';
import { crudUuid } from '../../../attack/fill-store.ts';
import { createCleanup } from '../../../support/cleanup.ts';
import { openHttpConnection } from '../http-connection.ts';
import { createRequestWriter } from '../http-request.ts';
import type { BenchGateway, PeerEnvironment } from '../peer-environment.ts';
import type { PeerRow } from '../peer-row.ts';
import { measureFanout } from './measure-fanout.ts';
import { openGatewayCrowd } from './open-gateway-crowd.ts';

const SIZE = 5000;
const VIEWERS = 0.02 * SIZE;
/** Most cruds that a client may report. The counts of one are published at most once a second, so the likes go from one to the next. */
const CRUDS = 60;
/** In the middle of the store, on no first page. */
const viewed = Array.from({ length: CRUDS }, (_, index) => crudUuid(100_000 + index));
const other = [crudUuid(90_000)];
/** Likes of all runs so far: each is of another person or crud. */
let likes = 0;

/** The work of a gateway for one changed count, with a crud on few screens and on all. */
export const countsRow: PeerRow = {
  name: 'sockets-counts',
  title: 'one gateway with 5,000 sockets, 2 % of which show the liked crud',
  unit: 'counts per CPU-second',
  measure: (environment) => measureCounts(environment, VIEWERS),
  peer: { title: 'the same with all', measure: (environment) => measureCounts(environment, SIZE) },
};

/** Counts for each second of the gateway's processor time; each is received by all sockets that show the crud. */
async function measureCounts(environment: PeerEnvironment, viewers: number): Promise<number> {
  const { people } = environment;
  const cleanup = createCleanup();
  try {
    const gateway = await environment.startGateway();
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const open = async (size: number, viewing: readonly string[]) => {
      const crowd = await openGatewayCrowd(gateway, { size, people, viewing });
      cleanup.defer(() => crowd[Symbol.dispose]());
      return crowd;
    };
    if (viewers < SIZE) await open(SIZE - viewers, other);
    const crowd = await open(viewers, viewed);
    return await measureFanout({
      crowds: [crowd],
      // One delivery per count.
      size: 1,
      burst: 1,
      markerOf: () => viewed[likes % CRUDS] ?? '',
      publish: await openLiker(gateway, environment),
      cpuSeconds: () => gateway.program.cpuSeconds(),
    });
  } finally {
    await cleanup.run();
  }
}

/** Each call is the next person's like of the next crud. */
async function openLiker({ url }: BenchGateway, { people }: PeerEnvironment) {
  const connection = await openHttpConnection(url);
  return async (uuid: string) => {
    const person = people[Math.floor(likes / CRUDS) % people.length];
    likes += 1;
    const write = createRequestWriter(url, {
      method: routes.like.method,
      path: pathOf(routes.like, { activity_uuid: uuid }),
      ...(person && { accessToken: person.accessToken }),
    });
    const status = await new Promise<number>((resolve) =>
      connection.send(write(), (answer) => resolve(answer.status)),
    );
    if (status !== 200) throw new Error(`a like was answered ${String(status)}`);
  };
}
