import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BROKEN_FRAMES, MALFORMED_PACKETS } from '../../support/malformed-packets.ts';
import { openRawSocket } from '../../support/raw-socket.ts';
import { until } from '../../support/until.ts';
import { waitForFrame } from './protocol-client.ts';
import { ANNA, BEN, openTestGateway, createToken } from './test-gateway.ts';

const frame = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...MALFORMED_PACKETS) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `4${text}`) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
);

test('[LIMIT-8] no packet, malformed or binary, before or after the sign-in, makes the gateway throw', async () => {
  await using gateway = await openTestGateway({ maxPerPerson: 1000, maxPerAddress: 1000 });
  const bystander = gateway.connect({ token: createToken(BEN) });
  await waitForFrame(bystander, 'ready');
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(frame, { minLength: 1, maxLength: 8 }), async (known, frames) => {
      using raw = await openRawSocket(gateway.url);
      if (known) {
        raw.send(`40${JSON.stringify({ token: createToken(ANNA) })}`);
        await until(() => raw.receivedText().includes('"ready"'), { what: 'the socket is ready' });
      }
      for (const data of frames) raw.send(data);
      // Bytes after them on the same connection have been read, or the connection is closed.
      raw.send('42["sync"]');
      raw.tcp.end();
      await until(() => raw.isClosed(), { what: 'the connection has ended' });
      expect(await bystander.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
      gateway.timers.advance(1000);
    }),
    { numRuns: 150 },
  );
});

test('[LIMIT-8] bytes that are no WebSocket frame close their sender and affect no other socket', async () => {
  await using gateway = await openTestGateway();
  const bystander = gateway.connect({ token: createToken(BEN) });
  await waitForFrame(bystander, 'ready');
  for (const bytes of BROKEN_FRAMES) {
    using raw = await openRawSocket(gateway.url);
    raw.sendBytes(bytes);
    await until(() => (gateway.timers.advance(1000), raw.isClosed()), { what: 'the sender is disconnected' });
  }
  expect(await bystander.emitWithAck('sync', { stream: 'me', after: '0.0' })).toMatchObject({ ok: true });
});

test('[LIMIT-9] a connection without a session may send few frames and one token', async () => {
  await using gateway = await openTestGateway();
  using chatty = await openRawSocket(gateway.url);
  for (let count = 0; count < 200; count += 1) chatty.send('40/elsewhere,{}');
  await until(() => (gateway.timers.advance(1000), chatty.isClosed()), {
    what: 'the socket is disconnected',
  });
  using guessing = await openRawSocket(gateway.url);
  guessing.send('40{"token":"x"}');
  guessing.send(`40${JSON.stringify({ token: createToken(ANNA) })}`);
  await until(() => guessing.receivedText().includes('too_many'), { what: 'the second token is refused' });
  expect(gateway.gateway.count()).toBe(0);
});

test('[LIMIT-9] a client that leaves the session and keeps the connection is disconnected', async () => {
  await using gateway = await openTestGateway();
  using raw = await openRawSocket(gateway.url);
  raw.send(`40${JSON.stringify({ token: createToken(ANNA) })}`);
  await until(() => raw.receivedText().includes('"ready"'), { what: 'the socket is ready' });
  raw.send('41');
  await until(() => (gateway.timers.advance(1000), raw.isClosed()), { what: 'the connection has ended' });
});

test('[LIMIT-9] WebSocket pings count as well, because their answers would pile up', async () => {
  await using gateway = await openTestGateway();
  using raw = await openRawSocket(gateway.url);
  raw.send(`40${JSON.stringify({ token: createToken(ANNA) })}`);
  await until(() => raw.receivedText().includes('"ready"'), { what: 'the socket is ready' });
  const ping = Buffer.from([0x89, 0x80, 0, 0, 0, 0]);
  raw.sendBytes(Buffer.concat(Array.from({ length: 200 }, () => ping)));
  await until(() => (gateway.timers.advance(1000), raw.isClosed()), { what: 'the socket is disconnected' });
});
