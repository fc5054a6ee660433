import { expect, test } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import type { Call } from '../../../client/src/api/http-client.ts';
import { burnItem } from '../../../client/src/outbox/burn-item.ts';
import { createCrudAct } from './outbox-tabs.ts';

const crud = { act: createCrudAct('hello'), row: 'row-of-crud' };
const message = {
  act: { kind: 'message', message: 'hello', group: 'group', handle: null } as const,
  row: 'row-of-message',
};

/** A server that records the calls, and refuses them with a code. */
function createServer(refusal?: { status: number; code: string }) {
  const calls: unknown[] = [];
  const call = (name: string, input: { params: unknown }) => {
    calls.push([name, input.params]);
    return refusal
      ? Promise.reject(new ApiError(refusal.status, [refusal.code]))
      : Promise.resolve({ data: {}, cursors: null, next: null });
  };
  return { calls, call: call as unknown as Call };
}

test('[OUTBOX-7, UNSEND-8] a cancelled crud is burned, and a cancelled message is removed', async () => {
  const { calls, call } = createServer();
  await burnItem(call, crud);
  await burnItem(call, message);
  expect(calls).toEqual([
    ['burnActivity', { activity_uuid: 'row-of-crud' }],
    ['unsendMessage', { message_uuid: 'row-of-message' }],
  ]);
});

test('[UNSEND-8] one that is gone or too old is done, and any other failure is repeated', async () => {
  for (const refusal of [
    { status: 404, code: 'message_not_found' },
    { status: 410, code: 'message_expired' },
    { status: 409, code: 'unsend_too_late' },
  ])
    await burnItem(createServer(refusal).call, message);
  const failing = createServer({ status: 503, code: 'generic_503' });
  await expect(burnItem(failing.call, message)).rejects.toThrow();
});
