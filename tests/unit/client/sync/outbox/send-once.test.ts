import { expect, test } from 'vitest';
import { ApiError } from '../../../../../client/src/base/http/api-error.ts';
import type { Call } from '../../../../../client/src/base/http/http-client.ts';
import { createOutboxCalls } from '../../../../../client/src/app/outbox-calls.ts';
import { sendOnce, toSendOutcome } from '../../../../../client/src/sync/outbox/send-once.ts';
import type { OutboxContent, OutboxItem } from '../../../../../client/src/sync/outbox/outbox-item.ts';
import { createTestRuntime } from '../../../../support/create-test-runtime.ts';
import { createFakeHttp } from '../../base/fake-http.ts';
import { createCrudContent, createItem } from './outbox-tabs.ts';

const itemOf = (content: OutboxContent): OutboxItem => ({
  ...createItem('operation-1'),
  place: 1,
  act: content,
});
const crud = itemOf(createCrudContent('a'));
const reply: OutboxContent = { kind: 'reply', message: 'yes', activity_uuid: 'above' };
const { timers } = createTestRuntime();
const error = (status: number, code = `generic_${status}`) => new ApiError(status, [code]);
const signal = () => new AbortController().signal;

test('[OUTBOX-11] a lost connection, a limit, a failing server, an unknown address and a changed session leave the result unknown', () => {
  const statuses = [0, 200, 302, 401, 404, 405, 407, 408, 421, 425, 429, 500, 501, 502, 503, 504, 511, 520];
  const failures = [...statuses.map((status) => error(status)), error(409, 'handle_taken')];
  for (const failure of [...failures, new DOMException('too late', 'TimeoutError')])
    expect(toSendOutcome(failure, crud)).toEqual({ kind: 'unknown' });
});

test.each([400, 403, 413, 415])(
  '[OUTBOX-11] a proxy’s own error page, %i, is a refusal and delays no other item',
  async (status) => {
    const { call } = createFakeHttp([{ status, text: '<html><h1>Not here</h1>nginx</html>' }]);
    const outcome = await sendOnce({ send: createOutboxCalls(call).send, timers }, crud, signal());
    expect(outcome).toEqual({ kind: 'refused', codes: [`generic_${status}`] });
  },
);

test('[OUTBOX-4] an answer about the content is a refusal, with its codes', () => {
  const refusal = error(422, 'message_exceed_max_chars');
  expect(toSendOutcome(refusal, crud)).toEqual({ kind: 'refused', codes: refusal.codes });
  expect(toSendOutcome(error(404, 'activity_not_found'), itemOf(reply)).kind).toBe('refused');
});

test('[OUTBOX-4] the repeat of a burned crud is done; a reply to one gets its text back', () => {
  const gone = error(410, 'activity_expired');
  expect(toSendOutcome(gone, crud)).toEqual({ kind: 'done', answer: null });
  expect(toSendOutcome(gone, itemOf(reply))).toEqual({ kind: 'refused', codes: ['activity_expired'] });
});

/** A server that records the calls, and refuses them with a failure. */
function createServer(failure?: ApiError) {
  const calls: unknown[] = [];
  const call = (name: string, input: object) => {
    calls.push([name, input]);
    return failure ? Promise.reject(failure) : Promise.resolve({ data: {}, cursors: null, next: null });
  };
  return { calls, call: call as unknown as Call };
}

test.each<[OutboxContent, string, object]>([
  [createCrudContent('a'), 'createActivity', { body: { message: 'a', ttl: '7-days', user_handle: 'ada' } }],
  [
    reply,
    'createReply',
    { params: { activity_uuid: 'above' }, body: { message: 'yes', activity_uuid: 'above' } },
  ],
  [
    { kind: 'message', message: 'hi', group: null, handle: 'bob' },
    'sendMessage',
    { body: { message: 'hi', handle: 'bob' } },
  ],
  [
    { kind: 'message', message: 'hi', group: 'g', handle: 'bob' },
    'sendMessage',
    { body: { message: 'hi', message_group_uuid: 'g' } },
  ],
])('every attempt of %o carries the same operation id and the same body', async (content, name, input) => {
  const { call, calls } = createServer(error(503));
  for (let attempt = 0; attempt < 2; attempt += 1)
    await sendOnce({ send: createOutboxCalls(call).send, timers }, itemOf(content), signal());
  const carried = { operationId: 'operation-1', signal: expect.any(AbortSignal) as AbortSignal };
  const expected = [name, { ...input, ...carried }];
  expect(calls).toEqual([expected, expected]);
});

const message = {
  act: { kind: 'message', message: 'hello', group: 'group', handle: null } as const,
  row: 'row-of-message',
};

test('a cancelled crud is burned, and a cancelled message is removed', async () => {
  const { calls, call } = createServer();
  await createOutboxCalls(call).burn({ act: createCrudContent('hello'), row: 'row-of-crud' });
  await createOutboxCalls(call).burn(message);
  expect(calls).toEqual([
    ['burnActivity', { params: { activity_uuid: 'row-of-crud' } }],
    ['unsendMessage', { params: { message_uuid: 'row-of-message' } }],
  ]);
});

test('one that is gone or too old is done, and any other failure is repeated', async () => {
  const refusals = [
    error(404, 'message_not_found'),
    error(410, 'message_expired'),
    error(409, 'unsend_too_late'),
  ];
  for (const refusal of refusals) await createOutboxCalls(createServer(refusal).call).burn(message);
  await expect(createOutboxCalls(createServer(error(503)).call).burn(message)).rejects.toThrow();
});
