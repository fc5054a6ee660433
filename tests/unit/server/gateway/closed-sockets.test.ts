import type { Socket } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { openRawSocket } from '../../../support/raw-socket.ts';
import { until } from '../../../support/until.ts';
import { createToken, openTestGateway } from './test-gateway.ts';

const AT_ONCE = 100;
const ROUNDS = 24;

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

test('nothing is kept of sockets that were opened and closed', { timeout: 60_000 }, async () => {
  await using gateway = await openTestGateway({ maxPerAddress: AT_ONCE });
  /** All that the gateway has for a socket refers to it. */
  const connections: WeakRef<Socket>[] = [];
  gateway.server.on('connection', (socket) => connections.push(new WeakRef(socket)));
  for (let round = 0; round < ROUNDS; round += 1) {
    const sockets = await Promise.all(Array.from({ length: AT_ONCE }, () => openRawSocket(gateway.url)));
    for (const [index, socket] of sockets.entries()) socket.send(`40{"token":"${createToken(`p${index}`)}"}`);
    await until(() => gateway.gateway.count() === AT_ONCE, { what: 'all are ready' });
    for (const socket of sockets) socket[Symbol.dispose]();
    await until(() => gateway.gateway.count() === 0, { what: 'all are closed' });
  }
  expect(connections).toHaveLength(AT_ONCE * ROUNDS);
  // Timers of the opened ones are over too.
  gateway.timers.advance(60_000);
  const countKept = () => {
    collectGarbage();
    return connections.filter((connection) => connection.deref()).length;
  };
  await until(() => countKept() === 0, { what: () => `nothing is kept, but ${countKept()} are` });
});
