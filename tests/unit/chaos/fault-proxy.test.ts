import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { createFaultProxy, connectToLoopback, type FaultProxy } from '../../chaos/proxy/fault-proxy.ts';
import { until } from '../../support/until.ts';

/** An echo server behind a proxy. */
async function echoBehindProxy(): Promise<AsyncDisposable & { proxy: FaultProxy; received: () => string }> {
  let received = '';
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString();
      socket.write(chunk);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  const proxy = await createFaultProxy(() => connectToLoopback(port));
  return {
    proxy,
    received: () => received,
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      server.close();
    },
  };
}

/** A client that records the answer and how the connection ended. */
function call(proxy: FaultProxy): { socket: Socket; answer: () => string; end: () => string | null } {
  const socket = connectToLoopback(proxy.port);
  let answer = '';
  let end: string | null = null;
  socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
  socket.on('end', () => (end ??= 'end'));
  socket.on('error', (error: NodeJS.ErrnoException) => (end ??= error.code ?? 'error'));
  return { socket, answer: () => answer, end: () => end };
}

const waitForAnswer = (caller: ReturnType<typeof call>, text: string) =>
  until(() => caller.answer() === text, { what: () => `${text} comes back, not ${caller.answer()}` });

const isOver = (caller: ReturnType<typeof call>) => until(caller.end, { what: 'the connection ends' });

describe('[CHAOS-5] the fault proxy', () => {
  test('carries everything in order without a fault', async () => {
    await using echo = await echoBehindProxy();
    const caller = call(echo.proxy);
    const text = Array.from({ length: 20_000 }, (_, n) => String(n)).join(' ');
    caller.socket.write(text);
    await waitForAnswer(caller, text);
  });

  test('refuses new connections and keeps the existing ones', async () => {
    await using echo = await echoBehindProxy();
    const early = call(echo.proxy);
    early.socket.write('a');
    await waitForAnswer(early, 'a');
    echo.proxy.injectFault({ kind: 'refuse' });
    const late = call(echo.proxy);
    expect(await isOver(late)).toBe('ECONNREFUSED');
    early.socket.write('b');
    await waitForAnswer(early, 'ab');
    await echo.proxy.clearFault();
    const later = call(echo.proxy);
    later.socket.write('c');
    await waitForAnswer(later, 'c');
  });

  test('resets open connections', async () => {
    await using echo = await echoBehindProxy();
    const caller = call(echo.proxy);
    caller.socket.write('a');
    await waitForAnswer(caller, 'a');
    echo.proxy.injectFault({ kind: 'reset' });
    expect(await isOver(caller)).toBe('ECONNRESET');
  });

  test('withholds all bytes in a black hole, and delivers them in order afterwards', async () => {
    await using echo = await echoBehindProxy();
    const caller = call(echo.proxy);
    caller.socket.write('a');
    await waitForAnswer(caller, 'a');
    echo.proxy.injectFault({ kind: 'black-hole' });
    caller.socket.write('b');
    const other = call(echo.proxy);
    other.socket.write('c');
    await once(other.socket, 'connect');
    expect(echo.received()).toBe('a');
    await echo.proxy.clearFault();
    caller.socket.write('d');
    await waitForAnswer(caller, 'abd');
    await waitForAnswer(other, 'c');
  });

  test('delays and throttles without losing or reordering bytes', async () => {
    await using echo = await echoBehindProxy();
    const caller = call(echo.proxy);
    echo.proxy.injectFault({ kind: 'delay', ms: 30 });
    caller.socket.write('slow ');
    await waitForAnswer(caller, 'slow ');
    echo.proxy.injectFault({ kind: 'throttle', bytesPerSecond: 200 });
    caller.socket.write('and narrow '.repeat(3));
    await waitForAnswer(caller, `slow ${'and narrow '.repeat(3)}`);
  });

  test('drops the answers and still carries the requests', async () => {
    await using echo = await echoBehindProxy();
    const caller = call(echo.proxy);
    caller.socket.write('a');
    await waitForAnswer(caller, 'a');
    echo.proxy.injectFault({ kind: 'half-close' });
    expect(await isOver(caller)).toBe('end');
    caller.socket.write('b');
    await until(() => echo.received() === 'ab', { what: 'the other side receives more' });
  });

  test('cuts each connection in the middle of its answer', async () => {
    await using echo = await echoBehindProxy();
    echo.proxy.injectFault({ kind: 'cut', afterBytes: 3 });
    const caller = call(echo.proxy);
    caller.socket.write('abcdef');
    await isOver(caller);
    expect(caller.answer()).toBe('abc');
  });
});
