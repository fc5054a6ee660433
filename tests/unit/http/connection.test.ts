import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { limitServer } from '../../../server/src/http/limit-server.ts';
import type { Limiter } from '../../../server/src/http/rate-limits.ts';
import { startTestHttpApp, sendRequest, type TestHttpApp } from './test-http-app.ts';

/** Raw bytes to the server, and all bytes that come back until it closes. */
const sendRawText = (app: TestHttpApp, text: string) => sendRawTextTo(Number(new URL(app.url).port), text);

async function sendRawTextTo(port: number, text: string): Promise<string> {
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
])('[DOOR-18] %s is answered with a code', async (_what, text) => {
  await using app = await startTestHttpApp();
  const answer = await sendRawText(app, text);
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toContain('\r\n\r\n["generic_400"]');
});

it('[DOOR-18] a connection stays usable after a refused body', async () => {
  await using app = await startTestHttpApp();
  const head = 'host: x\r\nauthorization: Bearer good\r\ncontent-type: text/plain\r\n';
  const refused = `POST /api/activities HTTP/1.1\r\n${head}content-length: 5\r\n\r\nhello`;
  const asked = `GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
  const answer = await sendRawText(app, refused + asked);
  expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 415', 'HTTP/1.1 200']);
});

it.each([
  ['nothing', ''],
  ['half a request', 'POST /api/activities HTTP/1.1\r\nhost: x'],
])(
  '[DOOR-19] a connection that sends %s in time gets no 400, which would answer its next request',
  async (_what, text) => {
    const server = limitServer(createServer({ connectionsCheckingInterval: 10 }));
    server.headersTimeout = 50;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    expect(await sendRawTextTo((server.address() as AddressInfo).port, text)).toBe('');
    server.close();
  },
);

it('[SECURITY-2] every answer forbids content type sniffing, also outside Express', async () => {
  await using app = await startTestHttpApp();
  expect(await sendRawText(app, 'HELLO\r\n\r\n')).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  const server = limitServer(createServer((_request, response) => response.end('<b>')));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const asked = `GET / HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`;
  const answer = await sendRawTextTo((server.address() as AddressInfo).port, asked);
  expect(answer).toMatch(/\r\nx-content-type-options: nosniff\r\n/i);
  server.close();
});

it('[RATE-3] addresses named by a proxy count only if the proxy is trusted', async () => {
  const seen: string[] = [];
  const limiter: Limiter = {
    consumeByAddress: (address) => Promise.resolve(void seen.push(address)),
    consumeByPerson: () => Promise.resolve(),
  };
  const settings = {
    allowedOrigins: [],
    connectOrigins: [],
    secure: false,
    clientDir: '/nowhere',
    clientConfig: {},
  };
  for (const trustProxy of [false, 1]) {
    await using app = await startTestHttpApp({ limiter, settings: { ...settings, trustProxy } });
    await sendRequest(app, '/api/trends', { headers: { 'x-forwarded-for': '203.0.113.9' } });
  }
  expect(seen).toEqual(['127.0.0.1', '203.0.113.9']);
});
