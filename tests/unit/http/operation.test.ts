import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../server/src/domain/errors.ts';
import type { ReplayOperation } from '../../../server/src/domain/operations/create-replay.ts';
import { startTestHttpApp, sendRequest, type TestHttpApp } from './test-http-app.ts';

const postCrud = (app: TestHttpApp, body: object, headers: Record<string, string> = {}) =>
  sendRequest(app, '/api/activities', { method: 'POST', token: 'good', body, headers });
const withId = (id: string) => ({ 'amz-sdk-invocation-id': id });

describe('[OP-1] the operation id', () => {
  it('is read from the header of every call or its synonym', async () => {
    await using app = await startTestHttpApp();
    await postCrud(app, { message: 'a' }, withId('12345678'));
    await postCrud(app, { message: 'a' }, { 'idempotency-key': '12345678' });
    const [first, second] = app.recordedCalls.map(({ call }) => call.operation);
    expect(first?.id).toBe('12345678');
    expect(second).toEqual(first);
  });

  it('is created by the server when it is missing', async () => {
    await using app = await startTestHttpApp();
    await postCrud(app, { message: 'a' });
    expect(app.recordedCalls[0]?.call.operation.id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['1234567', 'x'.repeat(65), 'with space', 'ümlaut-12'])('is refused as "%s"', async (id) => {
    await using app = await startTestHttpApp();
    const { status, json } = await postCrud(app, { message: 'a' }, withId(id));
    expect([status, json]).toEqual([422, ['operation_id_invalid']]);
  });
});

describe('[OP-2] the fingerprint', () => {
  const print = async (app: TestHttpApp, body: object) => {
    await postCrud(app, body);
    return app.recordedCalls.at(-1)?.call.operation.fingerprint;
  };

  it('covers the content: key order and user_handle do not matter, everything else does', async () => {
    await using app = await startTestHttpApp();
    const one = await print(app, { message: 'a', ttl: '1-day' });
    expect(await print(app, { ttl: '1-day', user_handle: 'x', message: 'a' })).toBe(one);
    expect(await print(app, { message: 'b', ttl: '1-day' })).not.toBe(one);
    expect(await print(app, { message: 'a' })).not.toBe(one);
  });
});

describe('[OP-3] a repeated operation', () => {
  it('is answered before its body is validated', async () => {
    const replay = (() => Promise.resolve({ data: { again: true } })) as unknown as ReplayOperation;
    await using app = await startTestHttpApp({ replayOperation: replay });
    const { status, json } = await postCrud(app, { message: '' }, withId('12345678'));
    expect([status, json]).toEqual([200, { again: true }]);
    expect(app.recordedCalls).toHaveLength(0);
  });

  it('with other content is refused', async () => {
    await using app = await startTestHttpApp({
      replayOperation: () => Promise.reject(new Refusal('operation_id_reused')),
    });
    const { status, json } = await postCrud(app, { message: '' }, withId('12345678'));
    expect([status, json]).toEqual([422, ['operation_id_reused']]);
  });
});
