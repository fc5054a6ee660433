import { expect, test } from 'vitest';
import { ApiError } from '../../../client/src/api/api-error.ts';
import { createHttpClient } from '../../../client/src/api/http-client.ts';
import { sendOnce, toSendOutcome } from '../../../client/src/outbox/send-once.ts';
import type { OutboxContent, OutboxItem } from '../../../client/src/outbox/outbox-item.ts';
import { createCrudAct, createItem } from './outbox-tabs.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const itemOf = (act: OutboxContent): OutboxItem => ({ ...createItem('operation-1'), place: 1, act });
const reply: OutboxContent = { kind: 'reply', message: 'yes', activity_uuid: 'above' };
const runtime = createTestRuntime();
const { timers } = runtime;
const HTML = { 'content-type': 'text/html' };
const error = (status: number, code = `generic_${status}`) => new ApiError(status, [code]);

test('[OUTBOX-2] a lost connection, a limit, a failing server and a changed session leave the result unknown', () => {
  const statuses = [0, 200, 302, 401, 407, 408, 421, 425, 429, 500, 501, 502, 503, 504, 511, 520];
  const kinds = statuses.map((status) => toSendOutcome(error(status), itemOf(createCrudAct('a'))).kind);
  expect(new Set(kinds)).toEqual(new Set(['unknown']));
  expect(toSendOutcome(new DOMException('too late', 'TimeoutError'), itemOf(createCrudAct('a')))).toEqual({
    kind: 'unknown',
  });
  expect(toSendOutcome(error(409, 'handle_taken'), itemOf(createCrudAct('a')))).toEqual({ kind: 'unknown' });
});

test('[OUTBOX-11] a 404 or 405 of an unknown address is retried', () => {
  for (const status of [404, 405])
    expect(toSendOutcome(error(status), itemOf(createCrudAct('a'))).kind).toBe('unknown');
});

test('[OUTBOX-11] a proxy’s own error page is a refusal and delays no other item', async () => {
  for (const status of [400, 403, 413, 415]) {
    const call = createHttpClient({
      originOf: () => 'https://cruddur.example',
      tokens: { accessToken: () => Promise.resolve('token'), refresh: () => Promise.resolve(null) },
      fetch: () =>
        Promise.resolve(new Response('<html><h1>Not here</h1>nginx</html>', { status, headers: HTML })),
      runtime,
    });
    const outcome = await sendOnce(
      { call, timers },
      itemOf(createCrudAct('a')),
      new AbortController().signal,
    );
    expect(outcome).toEqual({ kind: 'refused', codes: [`generic_${status}`] });
  }
});

test('[OUTBOX-4] an answer about the content is a refusal, with its codes', () => {
  const refusal = error(422, 'message_exceed_max_chars');
  expect(toSendOutcome(refusal, itemOf(createCrudAct('a')))).toEqual({
    kind: 'refused',
    codes: refusal.codes,
  });
  expect(toSendOutcome(error(404, 'activity_not_found'), itemOf(reply)).kind).toBe('refused');
});

test('[OUTBOX-4] the repeat of a burned crud is done; a reply to one gets its text back', () => {
  const gone = error(410, 'activity_expired');
  expect(toSendOutcome(gone, itemOf(createCrudAct('a')))).toEqual({ kind: 'done', answer: null });
  expect(toSendOutcome(gone, itemOf(reply))).toEqual({ kind: 'refused', codes: ['activity_expired'] });
});

test('[OUTBOX-2] every attempt carries the same operation id and the same body', async () => {
  const calls: unknown[] = [];
  const call = (name: string, { signal, ...input }: { signal?: AbortSignal }) => {
    expect(signal).toBeInstanceOf(AbortSignal);
    calls.push([name, input]);
    return Promise.reject(error(503));
  };
  const contents: OutboxContent[] = [
    createCrudAct('a'),
    reply,
    { kind: 'message', message: 'hi', group: null, handle: 'bob' },
    { kind: 'message', message: 'hi', group: 'g', handle: 'bob' },
  ];
  for (const act of contents) await sendOnce({ call, timers }, itemOf(act), new AbortController().signal);
  expect(calls).toEqual([
    [
      'createActivity',
      { body: { message: 'a', ttl: '7-days', user_handle: 'ada' }, operationId: 'operation-1' },
    ],
    [
      'createReply',
      {
        params: { activity_uuid: 'above' },
        body: { message: 'yes', activity_uuid: 'above' },
        operationId: 'operation-1',
      },
    ],
    ['sendMessage', { body: { message: 'hi', handle: 'bob' }, operationId: 'operation-1' }],
    ['sendMessage', { body: { message: 'hi', message_group_uuid: 'g' }, operationId: 'operation-1' }],
  ]);
});
