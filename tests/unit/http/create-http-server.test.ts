import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { expect, it } from 'vitest';
import { createHttpServer } from '../../../server/src/http/create-http-server.ts';

it('[DOOR-26] Express does not change the prototypes of requests and responses, which would make them slow', async () => {
  const app = express();
  app.get('/', (request, response) => {
    response.json({
      isSame: prototypesOf(request, response).every((prototype, index) => prototype === created[index]),
      ip: request.ip,
      query: request.query,
    });
  });
  const server = createHttpServer(app);
  let created: readonly unknown[] = [];
  server.prependListener('request', (request, response) => (created = prototypesOf(request, response)));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${port}/?a=b`, { headers: { connection: 'close' } });
  expect(await answer.json()).toEqual({ isSame: true, ip: '127.0.0.1', query: { a: 'b' } });
  server.close();
});

const prototypesOf = (...objects: readonly object[]): unknown[] => objects.map(Object.getPrototypeOf);
