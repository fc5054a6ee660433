import { routes, streamEvent, type RouteShape } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { startTestHttpApp, sendRequest } from '../unit/server/http/test-http-app.ts';

interface OpenApi {
  openapi: string;
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, unknown> }>>;
}

it('[DOOR-5] the OpenAPI document contains every call of the table with its body, answer and codes', async () => {
  await using app = await startTestHttpApp();
  const document = (await sendRequest(app, '/api/openapi.json')).json as OpenApi;
  expect(document.openapi).toBe('3.1.0');
  for (const [name, route] of Object.entries<RouteShape>(routes)) {
    const operation = document.paths[route.path]?.[route.method.toLowerCase()];
    expect(operation?.operationId).toBe(name);
    expect(operation).toHaveProperty('responses.200.content');
    expect('requestBody' in (operation ?? {})).toBe(route.body !== undefined);
    for (const code of route.errors) expect(JSON.stringify(operation?.responses)).toContain(code);
  }
});

it('[DOOR-5] the AsyncAPI document contains every message of the socket, and every kind of event', async () => {
  await using app = await startTestHttpApp();
  const { json, text } = await sendRequest(app, '/api/asyncapi.json');
  expect(json).toHaveProperty('asyncapi', '3.0.0');
  const sent = ['ready', 'events', 'counts', 'head', 'typing', 'presence', 'drain', 'bye'];
  const received = ['sync', 'auth', 'typing', 'presence', 'quiet', 'viewing'];
  const kinds = streamEvent.def.options.flatMap(({ shape }) => shape.kind.def.values);
  for (const part of [
    ...sent.map((name) => `"server.${name}"`),
    ...received.map((name) => `"client.${name}"`),
    ...kinds.map((kind) => `"const":"${kind}"`),
  ])
    expect(text).toContain(part);
});
