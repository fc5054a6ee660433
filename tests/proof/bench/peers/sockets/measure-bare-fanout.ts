import { createCleanup } from '../../../../support/cleanup.ts';
import { measureFanout } from './measure-fanout.ts';
import type { FanoutRun } from './measure-gateway-fanout.ts';
import { openCrowd, type Crowd } from './open-crowd.ts';
import { startBareServer, type BareServer, type BareServerKind } from './start-bare-server.ts';

const CONNECTIONS = {
  ws: { path: '/', hellos: [], ready: '' },
  'socket.io': { path: '/socket.io/?EIO=4&transport=websocket', hellos: ['40'], ready: '40{"sid"' },
} satisfies Record<BareServerKind, object>;

/** As long as the gateway's frame of one crud. */
const FRAME_LENGTH = 580;

/** Servers that send one text to each of their sockets, and do nothing else. @returns deliveries per second of processor time */
export async function measureBareFanout(
  kind: BareServerKind,
  { size, gateways, burst }: FanoutRun,
): Promise<number> {
  const cleanup = createCleanup();
  try {
    const servers: BareServer[] = [];
    const crowds: Crowd[] = [];
    for (let count = 0; count < gateways; count += 1) {
      const server = await startBareServer(kind);
      cleanup.defer(() => server[Symbol.dispose]());
      servers.push(server);
      const crowd = await openCrowd({ url: server.url, size: size / gateways, ...CONNECTIONS[kind] });
      cleanup.defer(() => crowd[Symbol.dispose]());
      crowds.push(crowd);
    }
    return await measureFanout({
      crowds,
      size,
      burst,
      publish(marker, count) {
        for (let sent = 0; sent < count; sent += 1)
          for (const server of servers) server.broadcast(marker.padEnd(FRAME_LENGTH, '.'));
        return Promise.resolve();
      },
      cpuSeconds: () => servers.reduce((sum, server) => sum + server.cpuSeconds(), 0),
    });
  } finally {
    await cleanup.run();
  }
}
