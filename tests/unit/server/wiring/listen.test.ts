import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { listen } from '../../../../server/src/wiring/listen.ts';
import { listenLocally } from '../../../support/listen-locally.ts';
import { until } from '../../../support/until.ts';
import { closeServer } from '../../../../server/src/wiring/close-app.ts';

async function startServer() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response));
  const { port, ipv6Server } = await listen(server, { host: undefined, port: 0 });
  return { server, ipv6Server, port, waiting };
}

/** Both addresses of `localhost` that the machine has. */
const HOSTS = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .filter(({ address }) => ['127.0.0.1', '::1'].includes(address))
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

describe.each(HOSTS)('[START-13] a stop with connections to %s', (host) => {
  it('finishes the answers in progress, and then ends at once', async () => {
    const { server, ipv6Server, port, waiting } = await startServer();
    const url = `http://${host}:${port}`;
    const answer = fetch(url).then(async (response) => [response.status, await response.text()]);
    await until(() => waiting.length === 1, { what: 'the call is in progress' });
    const closed = closeServer(server, { ipv6Server, graceMs: 60_000 });
    await expect(fetch(url)).rejects.toThrow();
    waiting[0]?.end('done');
    expect(await answer).toEqual([200, 'done']);
    await closed;
  });

  it('waits no longer than its limit, and ends a connection that has not sent a request', async () => {
    const { server, ipv6Server, port, waiting } = await startServer();
    const connected = once(server, 'connection');
    const socket = connect(port, host.replace(/[[\]]/g, ''));
    await connected;
    const ended = once(socket, 'end');
    const answer = expect(fetch(`http://${host}:${port}`)).rejects.toThrow();
    await until(() => waiting.length === 1, { what: 'the call is in progress' });
    await closeServer(server, { ipv6Server, graceMs: 50 });
    await Promise.all([answer, ended]);
  });
});

it('[START-14] without a host it listens on loopback, on a free port for port 0', async () => {
  const server = createServer((_, response) => response.end('here'));
  const listening = await listen(server, { host: undefined, port: 0 });
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
  expect(await (await fetch(`http://localhost:${listening.port}/`)).text()).toBe('here');
  listening.ipv6Server?.close();
  server.close();
  server.closeAllConnections();
});

it('[START-30] a port in use is refused in one line', async () => {
  await using first = await listenLocally(createServer());
  const { port } = first;
  await expect(listen(createServer(), { host: undefined, port })).rejects.toMatchObject({
    exitCode: 78,
    message: `Port ${port} cannot be used: stop the other program, or set PORT to another.`,
  });
});

it.each(['203.0.113.1', 'nowhere.invalid'])(
  '[START-30] %s, which is not this machine’s, is refused in one line',
  async (host) => {
    await expect(listen(createServer(), { host, port: 0 })).rejects.toMatchObject({
      exitCode: 78,
      message: `${host} is no address of this machine: set HOST to one, or leave it out.`,
    });
  },
);
