import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { ApiError } from '../../../client/src/api/api-error.ts';
import {
  composeMachine,
  remainingOf,
  type ComposeInput,
  type Composed,
} from '../../../client/src/machines/compose.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

function start(options: Partial<ComposeInput> = {}) {
  const submit = createManualActor<unknown, Composed>();
  let made = 0;
  const newOperationId = () => `operation-${++made}`;
  const actor = createActor(composeMachine.provide({ actors: { submit: submit.logic } }), {
    input: { kind: 'crud', newOperationId, ...options },
  }).start();
  const type = (text: string) => actor.send({ type: 'TYPE', text });
  const press = () => actor.send({ type: 'SUBMIT' });
  return { actor, submit, type, press, now: () => actor.getSnapshot() };
}

function opened(options: Partial<ComposeInput> = {}) {
  const parts = start(options);
  parts.actor.send({ type: 'OPEN' });
  return parts;
}

test('[COMPOSE-1] it opens, and keeps the draft when it is closed again', () => {
  const { actor, type, now } = start();
  expect(now().hasTag('open')).toBe(false);
  actor.send({ type: 'OPEN' });
  type('half a tho');
  actor.send({ type: 'CHOOSE', ttl: '1-hour' });
  actor.send({ type: 'CLOSE' });
  expect(now().hasTag('open')).toBe(false);
  actor.send({ type: 'OPEN' });
  expect(now().context).toMatchObject({ text: 'half a tho', ttl: '1-hour' });
});

test('[COMPOSE-2] success empties the text, resets the lifetime to 7-days and closes', async () => {
  const { actor, submit, type, press, now } = opened();
  type('hello');
  actor.send({ type: 'CHOOSE', ttl: '3-hours' });
  press();
  expect(submit.calls).toEqual([{ kind: 'crud', text: 'hello', ttl: '3-hours', operationId: 'operation-1' }]);
  submit.succeed(null);
  await expect.poll(() => now().hasTag('open')).toBe(false);
  expect(now().context).toMatchObject({ text: '', ttl: '7-days', operationId: null, codes: [] });
});

test('[COMPOSE-2] the composer of a conversation stays open', async () => {
  const { submit, type, press, now } = start({ kind: 'message', open: true });
  expect(now().hasTag('open')).toBe(true);
  type('hi');
  press();
  submit.succeed(null);
  await expect.poll(() => now().context.text).toBe('');
  expect(now().hasTag('open')).toBe(true);
});

test.each(['', '   ', '\u200b\u3000\n'])('[COMPOSE-3] blank text is not sent: %j', (text) => {
  const { submit, type, press, now } = opened();
  type(text);
  press();
  expect(submit.calls).toEqual([]);
  expect(now().hasTag('busy')).toBe(false);
});

test('[COMPOSE-4] below zero the counter warns and the text is still sent', () => {
  const { submit, type, press, now } = opened();
  type('x'.repeat(241));
  expect(remainingOf(now().context)).toBe(-1);
  press();
  expect(submit.calls).toHaveLength(1);
  expect(remainingOf({ kind: 'message', text: '👍'.repeat(1024) })).toBe(0);
});

test.each(['crud', 'reply'] as const)(
  '[COMPOSE-12] a %s over 1,024 characters is refused in the open popup, and can be shortened',
  (kind) => {
    const { submit, type, press, now } = opened({ kind });
    type('é'.repeat(1025));
    press();
    expect(submit.calls).toEqual([]);
    expect(now().hasTag('open')).toBe(true);
    expect(now().hasTag('failed')).toBe(true);
    expect(now().context).toMatchObject({
      text: 'é'.repeat(1025),
      codes: ['message_exceed_max_chars_1024'],
      operationId: null,
    });
    type('é'.repeat(1024));
    expect(now().context.codes).toEqual([]);
    press();
    expect(submit.calls).toHaveLength(1);
  },
);

test('[COMPOSE-4] the server decides about a message over 1,024 characters', () => {
  const { submit, type, press } = start({ kind: 'message', open: true });
  type('é'.repeat(1025));
  press();
  expect(submit.calls).toHaveLength(1);
});

test('[COMPOSE-5] a failure shows its codes and keeps the text', async () => {
  const { submit, type, press, now } = opened({ kind: 'reply' });
  type('well said');
  press();
  submit.failWith(new ApiError(422, ['message_exceed_max_chars_1024', 'ttl_blank']));
  await expect.poll(() => now().hasTag('failed')).toBe(true);
  expect(now().context).toMatchObject({
    text: 'well said',
    codes: ['message_exceed_max_chars_1024', 'ttl_blank'],
  });
  expect(now().hasTag('open')).toBe(true);
});

test('[COMPOSE-5] any other thrown value is generic_500', async () => {
  const { actor, submit, type, press } = opened();
  type('hello');
  press();
  submit.fail('TypeError', 'cannot read properties of undefined');
  expect((await waitForTag(actor, 'failed')).context.codes).toEqual(['generic_500']);
});

test('[COMPOSE-6] the retries of one post carry one operation id', async () => {
  const { actor, submit, type, press } = opened();
  type('hello');
  press();
  submit.fail('TypeError');
  await waitForTag(actor, 'failed');
  type('hello');
  actor.send({ type: 'CLOSE' });
  actor.send({ type: 'OPEN' });
  press();
  expect(submit.calls.map(({ operationId }) => operationId)).toEqual(['operation-1', 'operation-1']);
});

test('[COMPOSE-6] another text, lifetime or post gets another id', async () => {
  const { actor, submit, type, press, now } = opened();
  type('hello');
  press();
  submit.fail('TypeError');
  await waitForTag(actor, 'failed');
  type('hello there');
  expect(now().context.codes).toEqual([]);
  press();
  submit.fail('TypeError');
  await waitForTag(actor, 'failed');
  actor.send({ type: 'CHOOSE', ttl: '1-day' });
  press();
  submit.succeed(null);
  await expect.poll(() => now().hasTag('open')).toBe(false);
  actor.send({ type: 'OPEN' });
  type('hello');
  press();
  expect(submit.calls.map(({ operationId }) => operationId)).toEqual([
    'operation-1',
    'operation-2',
    'operation-3',
    'operation-4',
  ]);
});

test('[COMPOSE-7] a post being sent is not sent twice, changed or closed', () => {
  const { actor, submit, type, press, now } = opened();
  type('hello');
  press();
  press();
  actor.send({ type: 'CHOOSE', ttl: '1-hour' });
  actor.send({ type: 'CLOSE' });
  expect(submit.calls).toHaveLength(1);
  expect(now().context).toMatchObject({ text: 'hello', ttl: '7-days' });
  expect(now().hasTag('busy')).toBe(true);
});

test('[COMPOSE-8] text typed during sending belongs to the next post', async () => {
  const { actor, submit, type, press, now } = start({ kind: 'message', open: true });
  type('hello');
  press();
  type('hello and');
  submit.succeed(null);
  await expect.poll(() => now().context.text).toBe('and');
  type('and then');
  press();
  type('something else');
  submit.succeed(null);
  await expect.poll(() => now().hasTag('busy')).toBe(false);
  expect(now().context.text).toBe('something else');
  press();
  type('something else!');
  submit.fail('TypeError');
  await waitForTag(actor, 'failed');
  press();
  expect(submit.calls.map(({ text, operationId }) => [text, operationId])).toEqual([
    ['hello', 'operation-1'],
    ['and then', 'operation-2'],
    ['something else', 'operation-3'],
    ['something else!', 'operation-4'],
  ]);
});

test('[ACCOUNT-9] a stored draft is continued, and keeps the id under which it was sent', () => {
  const draft = { text: 'half a tho', ttl: '1-hour', operationId: 'from-before' } as const;
  const { submit, press } = opened({ draft });
  press();
  expect(submit.calls).toEqual([
    { kind: 'crud', text: 'half a tho', ttl: '1-hour', operationId: 'from-before' },
  ]);
});

test('[ACCOUNT-9] a draft follows other tabs, but not while it is being sent', async () => {
  const { actor, submit, type, press, now } = opened();
  type('mine');
  const draft = { text: 'mine, longer', ttl: '3-days', operationId: null } as const;
  actor.send({ type: 'RESTORE', draft });
  expect(now().context).toMatchObject(draft);
  press();
  actor.send({ type: 'RESTORE', draft: null });
  expect(now().context.text).toBe('mine, longer');
  submit.fail('Error');
  await waitForTag(actor, 'failed');
  actor.send({ type: 'RESTORE', draft: null });
  expect(now().context).toMatchObject({ text: '', ttl: '7-days', codes: [] });
});
