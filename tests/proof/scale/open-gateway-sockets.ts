import type { PeerEnvironment } from '../bench/peers/peer-environment.ts';
import type { BenchGateway } from '../bench/peers/start-bench-gateway.ts';
import type { Crowd } from '../bench/peers/sockets/open-crowd.ts';
import { openGatewayCrowd } from '../bench/peers/sockets/open-gateway-crowd.ts';
import { createCleanup } from '../../support/cleanup.ts';
import { memoryOptions } from '../../support/measure-memory.ts';
import type { SocketLoad } from './calibration.ts';

export interface OpenedSockets extends AsyncDisposable {
  gateway: BenchGateway;
  crowd: Crowd;
}

/** Starts a gateway and opens sockets of its first people in turn. */
export async function openGatewaySockets(
  { startGateway, people }: PeerEnvironment,
  load: SocketLoad,
): Promise<OpenedSockets> {
  const cleanup = createCleanup();
  try {
    const gateway = await startGateway({ NODE_OPTIONS: memoryOptions });
    cleanup.defer(() => gateway[Symbol.asyncDispose]());
    const crowd = await openGatewayCrowd(gateway, {
      size: load.sockets,
      people: people.slice(0, load.people),
    });
    cleanup.defer(() => crowd[Symbol.dispose]());
    return { gateway, crowd, [Symbol.asyncDispose]: cleanup.run };
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}
