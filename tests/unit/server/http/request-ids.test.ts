import { expect, test } from 'vitest';
import { createRecordingUseCases, startTestHttpApp, sendRequest } from './test-http-app.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;
const PATHS = ['/healthz', '/api/nothing', '/local/nothing', '/api/activities/home', '/api/%ff', '/metrics'];

test('[OBSERVE-3] every answer has its own id, errors too, and other origins may read it', async () => {
  await using app = await startTestHttpApp();
  const ids = new Set<string | null>();
  for (const path of PATHS) {
    const { headers } = await sendRequest(app, path, { headers: { origin: 'https://friend.example' } });
    expect(headers.get('x-request-id')).toMatch(UUID);
    if (path.startsWith('/api'))
      expect(headers.get('access-control-expose-headers')).toContain('X-Request-Id');
    ids.add(headers.get('x-request-id'));
  }
  expect(ids.size).toBe(PATHS.length);
});

test('[OBSERVE-3] a received id is used if it is well-formed and a proxy is trusted', async () => {
  const idFor = async (trustProxy: boolean | number, given: string) => {
    await using app = await startTestHttpApp({ settings: { trustProxy } });
    const { headers } = await sendRequest(app, '/healthz', { headers: { 'x-request-id': given } });
    return headers.get('x-request-id');
  };
  expect(await idFor(1, 'proxy-0123456789')).toBe('proxy-0123456789');
  for (const trustProxy of [false, 0]) expect(await idFor(trustProxy, 'proxy-0123456789')).toMatch(UUID);
  for (const wrong of ['short', 'with space in it', '{"a":"json text"}', 'x'.repeat(129)])
    expect(await idFor(1, wrong)).toMatch(UUID);
});

test('a failed request is logged under its id, also beside concurrent requests', async () => {
  const trends = async () => {
    await new Promise((resolve) => setImmediate(resolve));
    throw new TypeError('a failure');
  };
  const useCases = createRecordingUseCases([], { trends });
  await using app = await startTestHttpApp({ settings: { trustProxy: 1 }, useCases });
  const ids = ['request-1', 'request-2', 'request-3'];
  await Promise.all(
    ids.map((id) => sendRequest(app, '/api/trends', { token: 'good', headers: { 'x-request-id': id } })),
  );
  for (const text of ['a call failed', 'answered']) {
    const lines = app.logLines.map((line) => JSON.parse(line) as { text: string; request_id?: string });
    const logged = lines.filter((line) => line.text === text).map(({ request_id }) => request_id);
    expect(logged.toSorted()).toEqual(ids);
  }
});
