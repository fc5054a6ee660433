import { isErrorCode, routes, type RouteName } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  fillPath,
  startTestHttpApp,
  sendRequest,
  validBodies,
  type TestHttpApp,
} from '../unit/server/http/test-http-app.ts';

const names = Object.keys(routes) as RouteName[];
const withBody = names.filter((name) => 'body' in routes[name]);
const withParams = names.filter((name) => routes[name].path.includes('{'));
const ID = '0b4b3f0e-93ad-4dc8-b1c4-0c8a6b4e2f11';

const key = fc.constantFrom(
  ...['message', 'ttl', 'handle', 'activity_uuid', 'uuid', 'bio', 'all', 'kind', 'reason', 'note', 'value'],
  ...[
    'duration',
    'messages_from',
    'lifetime',
    'before',
    'endpoint',
    'keys',
    'choice',
    '__proto__',
    'toString',
  ],
);
const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800', '\u202e', '\u200b', 'a'.repeat(1025)),
);
const body = fc.oneof(
  fc.dictionary(key, fc.oneof(text, fc.jsonValue(), fc.constant(null))).map((value) => JSON.stringify(value)),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary' }),
  fc.integer({ min: 1, max: 8000 }).map((depth) => `{"message":${'['.repeat(depth)}${']'.repeat(depth)}}`),
  fc.constant('['.repeat(16_000)),
);

/** A valid body with one of its fields replaced, or one more. */
const nearlyValid = (name: RouteName) => {
  const valid = validBodies[name] ?? {};
  const field = fc.constantFrom(...Object.keys(valid), 'unknown');
  return fc
    .tuple(field, fc.oneof(text, fc.jsonValue()))
    .map(([changed, value]) => JSON.stringify({ ...valid, [changed]: value }));
};

const sendBody = async (app: TestHttpApp, name: RouteName, payload: string) => {
  const { method } = routes[name];
  const answer = await sendRequest(app, fillPath(name), { method, token: 'good', text: payload });
  expect(answer.status).toBeLessThan(500);
  if (answer.status === 200) return;
  const codes = answer.json as string[];
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.every(isErrorCode)).toBe(true);
};

it.each(withBody)('[ATTACK-2] a malformed body of %s gets 200 or a list of codes below 500', async (name) => {
  await using app = await startTestHttpApp();
  await sendBody(app, name, JSON.stringify(validBodies[name]));
  expect(app.recordedCalls.map((recorded) => recorded.name)).toEqual([name]);
  const sent = fc.asyncProperty(fc.oneof(nearlyValid(name), body), (payload) => sendBody(app, name, payload));
  await fc.assert(sent, { numRuns: 60 });
});

const segment = fc.oneof(
  fc.webSegment(),
  fc.constantFrom('%00', '%', '%ff', '%40', '@', '..', '__proto__', '%2F'),
  fc.constantFrom(`${ID}%00`, `{${ID}}`, ID.slice(1)),
);

it.each(withParams)('[ATTACK-2] %s with a malformed id gets no 5xx', async (name) => {
  await using app = await startTestHttpApp();
  const { method, path } = routes[name];
  const sent = fc.asyncProperty(fc.tuple(segment, segment), async (pieces) => {
    const malformed = path.replace(/\{\w+\}/g, () => pieces.pop() ?? ID);
    const body = 'body' in routes[name] ? validBodies[name] : undefined;
    const { status } = await sendRequest(app, malformed, { method, token: 'good', body });
    expect(status).toBeLessThan(500);
  });
  await fc.assert(sent, { numRuns: 40 });
});

it('[ATTACK-2] an address, however malformed, gets no 5xx', async () => {
  await using app = await startTestHttpApp();
  const start = fc.constantFrom('/api/activities/', '/api/users/@', '/avatars/', '/@', '/');
  const query = fc.constantFrom(
    ...['', '?limit=0', '?limit=1&limit=2', '?before=%00', '?term[a]=1', '?%ff', '?__proto__=1'],
  );
  const address = fc.tuple(start, fc.array(segment), query);
  const sent = fc.asyncProperty(address, async ([from, pieces, search]) => {
    const { status } = await sendRequest(app, from + pieces.join('/') + search, { token: 'good' });
    expect(status).toBeLessThan(500);
  });
  await fc.assert(sent, { numRuns: 400 });
});
