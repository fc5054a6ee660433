import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import type { Limiter } from '../../../../server/src/http/rate-limits.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import { startTestHttpApp, sendRequest } from './test-http-app.ts';
import { limitServer, SERVER_OPTIONS } from '../../../../server/src/http/create-http-server.ts';

const PLAIN_GET = 'GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n';

/** Sends raw bytes, and returns all bytes that come back until the server closes the connection. */
async function sendRawText(port: number, text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  const received: string[] = [];
  socket.setEncoding('utf8').on('data', (chunk: string) => received.push(chunk));
  await once(socket, 'connect');
  socket.write(text);
  await once(socket, 'close');
  return received.join('');
}

it.each([
  ['broken HTTP', 'HELLO\r\n\r\n'],
  ['headers without end', `GET / HTTP/1.1\r\nhost: x\r\nx: ${'a'.repeat(20_000)}\r\n\r\n`],
])('[DOOR-18, DOOR-15] %s is answered with a code, and forbids content type sniffing', async (_, text) => {
  await using app = await startTestHttpApp();
  const answer = await sendRawText(app.port, text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('\r\n\r\n["generic_400"]');
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
});

it('[DOOR-15] an answer outside Express forbids content type sniffing too', async () => {
  const server = limitServer(createServer((_request, response) => response.end('<b>')));
  await using listening = await listenLocally(server);
  const answer = await sendRawText(listening.port, PLAIN_GET);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
});

it('[DOOR-18] a connection stays usable after a refused body', async () => {
  await using app = await startTestHttpApp();
  const head = 'host: x\r\nauthorization: Bearer good\r\ncontent-type: text/plain\r\n';
  const refused = `POST /api/activities HTTP/1.1\r\n${head}content-length: 5\r\n\r\nhello`;
  const answer = await sendRawText(app.port, refused + PLAIN_GET.replace('/ ', '/healthz '));
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
});

it.each([
  ['nothing', ''],
  ['half a request', 'POST /api/activities HTTP/1.1\r\nhost: x'],
])(
  '[LIMIT-11] a connection that sends %s is closed after 5 s, without a 400, which would answer its next request',
  async (_what, text) => {
    expect(SERVER_OPTIONS.connectionsCheckingInterval).toBeLessThanOrEqual(500);
    const server = limitServer(createServer({ connectionsCheckingInterval: 10 }));
    expect(server.headersTimeout).toBe(5000);
    server.headersTimeout = 50;
    await using listening = await listenLocally(server);
    expect(await sendRawText(listening.port, text)).toBe('');
  },
);

it('[RATE-3] addresses named by a proxy count only if the proxy is trusted', async () => {
  const seen: string[] = [];
  const limiter: Limiter = {
    consumeByAddress: (address) => Promise.resolve(void seen.push(address)),
    consumeByPerson: () => Promise.resolve(),
  };
  for (const trustProxy of [false, 1]) {
    await using app = await startTestHttpApp({ limiter, settings: { trustProxy } });
    await sendRequest(app, '/api/trends', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  }
  expect(seen).toEqual(['127.0.0.1', '203.0.113.9']);
});
