import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { describe, expect, it } from 'vitest';
import { closeServer } from '../../../server/src/wiring/close-server.ts';
import { listen } from '../../../server/src/wiring/listen.ts';
import { until } from '../../support/until.ts';

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

  it('waits no longer than its limit', async () => {
    const { server, ipv6Server, port, waiting } = await startServer();
    const url = `http://${host}:${port}`;
    const answer = fetch(url).then(
      () => 'answered',
      () => 'cut',
    );
    await until(() => waiting.length === 1, { what: 'the call is in progress' });
    await closeServer(server, { ipv6Server, graceMs: 50 });
    expect(await answer).toBe('cut');
  });

  it('ends a connection that has not sent a request', async () => {
    const { server, ipv6Server, port } = await startServer();
    const connected = once(server, 'connection');
    const socket = connect(port, host.replace(/[[\]]/g, ''));
    await connected;
    const ended = once(socket, 'end');
    await closeServer(server, { ipv6Server, graceMs: 50 });
    await ended;
  });
});
