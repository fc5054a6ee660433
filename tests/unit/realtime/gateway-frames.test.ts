import { expect, test } from 'vitest';
import { until } from '../../support/until.ts';
import { next, record } from './test-client.ts';
import { ANNA, openTestGateway, tokenOf } from './test-gateway.ts';

const SOCKETS = 30;

test('[STREAM-21] what comes within 10 ms is one frame, encoded once for all who hear it', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: SOCKETS });
  const sockets = Array.from({ length: SOCKETS }, () => gateway.connect({ token: tokenOf(ANNA) }));
  const heard = sockets.map((socket) => record(socket));
  await Promise.all(sockets.map((socket) => next(socket, 'ready')));
  let encoded = 0;
  const event = gateway.log.all('public');
  for (let count = 0; count < 10; count += 1) {
    gateway.write('public');
    // Each event counts how often it is written out as text.
    Object.assign(event.at(-1)?.data ?? {}, { toJSON: () => ({ unread: (encoded += 1) }) });
  }
  gateway.timers.pass(10);
  await until(() => heard.every((frames) => frames.filter(([name]) => name === 'events').length === 2), {
    what: 'all have heard',
  });
  // The first went at once, before it could count; the encoder goes over the others twice, first for binary parts.
  expect(encoded).toBe(2 * 9);
  expect(heard[0]?.filter(([name]) => name === 'events').map(([, frame]) => frame)).toMatchObject([
    { events: { length: 1 } },
    { events: { length: 9 } },
  ]);
});
