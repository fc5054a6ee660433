import { isErrorCode, routes, type RouteName } from '@cruddur/shared';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fillPath, startTestHttpApp, sendRequest } from '../unit/http/test-http-app.ts';

const withBody = (Object.keys(routes) as RouteName[]).filter((name) => 'body' in routes[name]);

const key = fc.constantFrom(
  'message',
  'ttl',
  'handle',
  'activity_uuid',
  'uuid',
  'bio',
  'all',
  'kind',
  'reason',
  'note',
  'value',
  'duration',
  'messages_from',
  '__proto__',
  'toString',
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

it('[DOOR-6] a body, however malformed, gets 200 or a list of codes below 500', async () => {
  await using app = await startTestHttpApp();
  const sent = fc.asyncProperty(fc.constantFrom(...withBody), body, async (name, payload) => {
    const { method } = routes[name];
    const answer = await sendRequest(app, fillPath(name), { method, token: 'good', text: payload });
    expect(answer.status).toBeLessThan(500);
    if (answer.status === 200) return;
    const codes = answer.json as string[];
    expect(codes.length).toBeGreaterThan(0);
    expect(codes.every(isErrorCode)).toBe(true);
  });
  await fc.assert(sent, { numRuns: 400 });
});

it('[DOOR-6] an address, however malformed, gets no 5xx', async () => {
  await using app = await startTestHttpApp();
  const piece = fc.oneof(
    fc.webSegment(),
    fc.constantFrom('%00', '%', '%ff', '%40', '@', '..', '__proto__', '%2F'),
  );
  const path = fc.tuple(
    fc.constantFrom('/api/activities/', '/api/users/@', '/avatars/', '/@', '/'),
    fc.array(piece),
  );
  const query = fc.constantFrom(
    '',
    '?limit=0',
    '?limit=1&limit=2',
    '?before=%00',
    '?term[a]=1',
    '?%ff',
    '?__proto__=1',
  );
  const sent = fc.asyncProperty(path, query, async ([start, pieces], search) => {
    const answer = await sendRequest(app, start + pieces.join('/') + search, { token: 'good' });
    expect(answer.status).toBeLessThan(500);
  });
  await fc.assert(sent, { numRuns: 400 });
});
