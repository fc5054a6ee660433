import { routes, streamEvent, type RouteShape } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { readRepositoryFile } from '../support/read-repository-file.ts';
import { startTestHttpApp, sendRequest } from '../unit/http/test-http-app.ts';

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

it('[DOOR-5] the AsyncAPI document contains every event of the socket', async () => {
  await using app = await startTestHttpApp();
  const { json, text } = await sendRequest(app, '/api/asyncapi.json');
  expect(json).toHaveProperty('asyncapi', '3.0.0');
  for (const event of ['ready', 'events', 'counts', 'head', 'typing', 'presence', 'drain', 'bye']) {
    expect(text).toContain(`"server.${event}"`);
  }
  for (const event of ['sync', 'auth', 'typing', 'presence', 'quiet', 'viewing'])
    expect(text).toContain(`"client.${event}"`);
});

const kinds = streamEvent.def.options.flatMap(({ shape }) => shape.kind.def.values);

it('[DOOR-5] the AsyncAPI document contains every kind of event', async () => {
  await using app = await startTestHttpApp();
  const { text } = await sendRequest(app, '/api/asyncapi.json');
  expect(kinds.filter((kind) => !text.includes(`"const":"${kind}"`))).toEqual([]);
});

it('[DOOR-5] the description of the protocol has a row for every kind of event, and for no other', () => {
  const [, section = ''] = /^## Events$(.*?)^## /ms.exec(readRepositoryFile('docs/protocol.md')) ?? [];
  const described = [...section.matchAll(/^\| `([\w.]+)`/gm)].map(([, kind]) => kind);
  expect(described.toSorted()).toEqual(kinds.toSorted());
});
