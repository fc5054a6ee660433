import { expect, it } from 'vitest';
import { Refusal } from '../../../../server/src/domain/errors.ts';
import type { ReplayOperation } from '../../../../server/src/domain/operations/create-replay.ts';
import { startTestHttpApp, sendRequest, type TestHttpApp } from './test-http-app.ts';

const postCrud = (app: TestHttpApp, body: object, headers: Record<string, string> = {}) =>
  sendRequest(app, '/api/activities', { method: 'POST', token: 'good', body, headers });
const withId = (id: string) => ({ 'amz-sdk-invocation-id': id });

it('[OP-1] the operation id is read from the header of every call or its synonym, or created by the server', async () => {
  await using app = await startTestHttpApp();
  for (const id of ['12345678', 'A-9'.repeat(21), 'a'.repeat(64)]) {
    await postCrud(app, { message: 'a' }, withId(id));
    await postCrud(app, { message: 'a' }, { 'idempotency-key': id });
    const [first, second] = app.recordedCalls.slice(-2).map(({ call }) => call.operation);
    expect(first?.id).toBe(id);
    expect(second).toEqual(first);
  }
  await postCrud(app, { message: 'a' });
  expect(app.recordedCalls.at(-1)?.call.operation.id).toMatch(/^[0-9a-f-]{36}$/);
});

it('the fingerprint covers the content: key order and user_handle do not matter, everything else does', async () => {
  await using app = await startTestHttpApp();
  const print = async (body: object) => {
    await postCrud(app, body);
    return app.recordedCalls.at(-1)?.call.operation.fingerprint;
  };
  const one = await print({ message: 'a', ttl: '1-day' });
  expect(await print({ ttl: '1-day', user_handle: 'x', message: 'a' })).toBe(one);
  expect(await print({ message: 'b', ttl: '1-day' })).not.toBe(one);
  expect(await print({ message: 'a' })).not.toBe(one);
});

it('[OP-5] a repeated operation is answered before its body is validated, and refused with other content', async () => {
  let replay = (): Promise<unknown> => Promise.resolve({ data: { again: true } });
  await using app = await startTestHttpApp({ replayOperation: (() => replay()) as ReplayOperation });
  const repeated = await postCrud(app, { message: '' }, withId('12345678'));
  expect([repeated.status, repeated.json]).toEqual([200, { again: true }]);
  replay = () => Promise.reject(new Refusal('operation_id_reused'));
  const changed = await postCrud(app, { message: '' }, withId('12345678'));
  expect([changed.status, changed.json]).toEqual([422, ['operation_id_reused']]);
  expect(app.recordedCalls).toHaveLength(0);
});
