import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { closeServer } from '../../../server/src/wiring/close-server.ts';
import { until } from '../../support/until.ts';

async function startServer() {
  const waiting: ServerResponse[] = [];
  const server = createServer((_request, response) => void waiting.push(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { server, url, waiting };
}

describe('[START-13] a stop', () => {
  it('finishes the answers in progress, and then ends at once', async () => {
    const { server, url, waiting } = await startServer();
    const answer = fetch(url).then(async (response) => [response.status, await response.text()]);
    await until(() => waiting.length === 1, { what: 'the call is in progress' });
    const closed = closeServer(server, 60_000);
    await expect(fetch(url)).rejects.toThrow();
    waiting[0]?.end('done');
    expect(await answer).toEqual([200, 'done']);
    await closed;
  });

  it('waits no longer than its limit', async () => {
    const { server, url, waiting } = await startServer();
    const answer = fetch(url).then(
      () => 'answered',
      () => 'cut',
    );
    await until(() => waiting.length === 1, { what: 'the call is in progress' });
    await closeServer(server, 50);
    expect(await answer).toBe('cut');
  });
});
