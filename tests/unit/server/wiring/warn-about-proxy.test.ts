import { createServer, request } from 'node:http';
import { Server } from 'socket.io';
import { expect, onTestFinished, test } from 'vitest';
import { listenLocally } from '../../../support/listen-locally.ts';
import { warnAboutProxy } from '../../../../server/src/wiring/warnings.ts';

async function openServer(trustProxy: false | number | string) {
  const lines: string[] = [];
  const server = createServer((_, response) => void response.end('served'));
  warnAboutProxy(server, { trustProxy, logger: { warn: (_, text) => void lines.push(text) } });
  new Server(server, { destroyUpgradeTimeout: 1 });
  const { port, ...listening } = await listenLocally(server);
  onTestFinished(() => listening[Symbol.asyncDispose]());
  const get = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve) => {
      const call = request({ port, headers, agent: false }, (response) => {
        response.resume();
        resolve(response.statusCode);
      });
      // Socket.IO ends an upgrade that is not its own.
      call.on('error', () => resolve(undefined)).end();
    });
  return { lines, get };
}

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };
const UPGRADE = { connection: 'upgrade', upgrade: 'websocket' };

test('the first X-Forwarded-For of an untrusted proxy, also of a socket’s handshake, is one warning that names the remedy', async () => {
  const { lines, get } = await openServer(false);
  expect(await get({})).toBe(200);
  expect(lines).toEqual([]);
  for (let n = 0; n < 3; n += 1) expect(await get(FORWARDED)).toBe(200);
  await get({ ...FORWARDED, ...UPGRADE });
  expect(lines).toEqual([expect.stringContaining('set TRUST_PROXY')]);
  const sockets = await openServer(0);
  await sockets.get({ ...FORWARDED, ...UPGRADE });
  expect(sockets.lines).toHaveLength(1);
  const trusted = await openServer(1);
  await trusted.get(FORWARDED);
  expect(trusted.lines).toEqual([]);
});
