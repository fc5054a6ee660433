import { createCleanup } from '../../../../support/cleanup.ts';
import { openPoster } from '../open-poster.ts';
import type { PeerEnvironment } from '../peer-environment.ts';
import type { PeerRow } from '../peer-row.ts';
import { measureFanout } from './measure-fanout.ts';
import { openGatewayCrowd } from './open-gateway-crowd.ts';

const SIZE = 5000;
const QUIET = 0.8 * SIZE;

/** The work of a gateway for one public event, with most of its sockets quiet and with none. */
export const quietRow: PeerRow = {
  name: 'sockets-quiet',
  title: 'one gateway with 5,000 sockets, 80 % of them quiet',
  unit: 'public events per CPU-second',
  target: { atLeast: 2 },
  measure: (environment) => measureEvents(environment, QUIET),
  peer: { title: 'the same with none quiet', measure: (environment) => measureEvents(environment, 0) },
};

/** Events for each second of the gateway's processor time; each one is received by all sockets that are not quiet. */
async function measureEvents(environment: PeerEnvironment, quiet: number): Promise<number> {
  const cleanup = createCleanup();
  try {
    const gateway = await environment.startGateway({});
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const open = async (size: number, isQuiet: boolean) => {
      const crowd = await openGatewayCrowd(gateway, { size, people: environment.people, isQuiet });
      cleanup.defer(() => crowd[Symbol.dispose]());
      return crowd;
    };
    if (quiet > 0) await open(quiet, true);
    const active = await open(SIZE - quiet, false);
    return await measureFanout({
      crowds: [active],
      // One delivery per event.
      size: 1,
      burst: 1,
      publish: await openPoster(gateway, environment.people[0], 1),
      cpuSeconds: () => gateway.program.cpuSeconds(),
    });
  } finally {
    await cleanup.run();
  }
}
