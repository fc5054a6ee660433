import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { listen } from '../../../server/src/wiring/listen.ts';

test('[START-14] without a host it listens on loopback, on a free port for port 0', async () => {
  const server = createServer((_, response) => response.end('here'));
  const listening = await listen(server, { host: undefined, port: 0 });
  expect((server.address() as AddressInfo).address).toBe('127.0.0.1');
  expect(await (await fetch(`http://localhost:${listening.port}/`)).text()).toBe('here');
  listening.ipv6Server?.close();
  server.close();
  server.closeAllConnections();
});

test('[START-17] a port in use is refused in one line', async () => {
  const first = createServer();
  first.listen(0, '127.0.0.1');
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  await expect(listen(createServer(), { host: undefined, port })).rejects.toMatchObject({
    exitCode: 78,
    message: `Port ${port} cannot be used: stop the other program, or set PORT to another.`,
  });
  first.close();
});

test.each(['203.0.113.1', 'nowhere.invalid'])(
  '[START-17] %s, which is not this machine’s, is refused in one line',
  async (host) => {
    await expect(listen(createServer(), { host, port: 0 })).rejects.toMatchObject({
      exitCode: 78,
      message: `${host} is no address of this machine: set HOST to one, or leave it out.`,
    });
  },
);
