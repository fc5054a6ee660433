import { expect, test } from 'vitest';
import { ApiError } from '../../../../client/src/base/http/api-error.ts';
import {
  composeMachine,
  remainingOf,
  type ComposeInput,
} from '../../../../client/src/cruds/compose.machine.ts';
import { startMachine } from '../start-machine.ts';

function start(options: Partial<ComposeInput> = {}) {
  let made = 0;
  const parts = startMachine(composeMachine, ['submit'], {
    input: () => ({ kind: 'crud' as const, newOperationId: () => `operation-${++made}`, ...options }),
  });
  const { send, submit, context } = parts;
  const type = (text: string) => send({ type: 'TYPE', text });
  const press = () => send({ type: 'SUBMIT' });
  const post = (text: string) => {
    type(text);
    press();
  };
  const reopen = () => {
    send({ type: 'CLOSE' });
    send({ type: 'OPEN' });
  };
  const fails = () => {
    submit.fail('TypeError', 'cannot read properties of undefined');
    return parts.reaches('failed');
  };
  const sent = () => (submit.calls as { operationId: string }[]).map(({ operationId }) => operationId);
  return { ...parts, type, press, post, reopen, fails, sent, text: () => context().text };
}

function opened(options: Partial<ComposeInput> = {}) {
  const parts = start(options);
  parts.send({ type: 'OPEN' });
  return parts;
}

test('[ACCOUNT-9] it opens, and keeps the draft when it is closed again', () => {
  const { send, type, has, context } = start();
  expect(has('open')).toBe(false);
  send({ type: 'OPEN' });
  type('half a tho');
  send({ type: 'CHOOSE', ttl: '1-hour' });
  send({ type: 'CLOSE' });
  expect(has('open')).toBe(false);
  send({ type: 'OPEN' });
  expect(context()).toMatchObject({ text: 'half a tho', ttl: '1-hour' });
});

test('success empties the text, resets the lifetime to 7-days and closes, but not the composer of a conversation', async () => {
  const { send, submit, post, context, leaves } = opened();
  send({ type: 'CHOOSE', ttl: '3-hours' });
  post('hello');
  expect(submit.calls).toEqual([{ kind: 'crud', text: 'hello', ttl: '3-hours', operationId: 'operation-1' }]);
  submit.succeed();
  await leaves('open');
  expect(context()).toMatchObject({ text: '', ttl: '7-days', operationId: null, codes: [] });
  const message = start({ kind: 'message', open: true });
  message.post('hi');
  message.submit.succeed();
  await expect.poll(message.text).toBe('');
  expect(message.has('open')).toBe(true);
});

test.each(['', '   ', '\u200b\u3000\n'])('[TEXT-2] blank text is not sent: %j', (text) => {
  const { submit, post, has } = opened();
  post(text);
  expect(submit.calls).toEqual([]);
  expect(has('busy')).toBe(false);
});

test('below zero the counter warns and the text is still sent', () => {
  const crud = opened();
  crud.post('x'.repeat(241));
  expect(remainingOf(crud.context())).toBe(-1);
  expect(crud.submit.calls).toHaveLength(1);
  expect(remainingOf({ kind: 'message', text: '👍'.repeat(1024) })).toBe(0);
});

test.each(['crud', 'reply', 'message'] as const)(
  '[COMPOSE-5] a %s over 1,024 characters is not sent, and can be shortened',
  (kind) => {
    const { submit, post, type, press, has, context } = opened({ kind });
    const text = 'é'.repeat(1025);
    post(text);
    expect(submit.calls).toEqual([]);
    expect(has('open')).toBe(true);
    expect(context()).toMatchObject({ text, codes: [], operationId: null });
    type(text.slice(1));
    press();
    expect(submit.calls).toHaveLength(1);
  },
);

test('[COMPOSE-5] a refusal is gone after closing, so that the text has the focus when it opens again', async () => {
  const { post, reopen, fails, context } = opened();
  post('hello');
  await fails();
  reopen();
  expect(context()).toMatchObject({ text: 'hello', codes: [] });
});

test('[COMPOSE-5] a failure shows its codes and keeps the text; any other thrown value is generic_500', async () => {
  const { submit, post, press, has, context, fails, reaches } = opened({ kind: 'reply' });
  const codes = ['message_exceed_max_chars_1024', 'ttl_blank'];
  post('well said');
  submit.failWith(new ApiError(422, codes));
  await reaches('failed');
  expect(context()).toMatchObject({ text: 'well said', codes });
  expect(has('open')).toBe(true);
  press();
  await fails();
  expect(context().codes).toEqual(['generic_500']);
});

test('the retries of one post carry one operation id; another text, lifetime or post gets another', async () => {
  const { send, submit, post, type, press, reopen, fails, sent, leaves } = opened();
  post('hello');
  await fails();
  type('hello');
  reopen();
  press();
  await fails();
  post('hello there');
  await fails();
  send({ type: 'CHOOSE', ttl: '1-day' });
  press();
  submit.succeed();
  await leaves('open');
  send({ type: 'OPEN' });
  post('hello');
  expect(sent()).toEqual([1, 1, 2, 3, 4].map((number) => `operation-${number}`));
});

test('a post being sent is not sent twice, changed or closed', () => {
  const { send, submit, post, press, has, context } = opened();
  post('hello');
  press();
  send({ type: 'CHOOSE', ttl: '1-hour' });
  send({ type: 'CLOSE' });
  expect(submit.calls).toHaveLength(1);
  expect(context()).toMatchObject({ text: 'hello', ttl: '7-days' });
  expect(has('busy')).toBe(true);
});

test.each(['TYPE', 'RESTORE'] as const)(
  'text written during sending, here or in another tab (%s), belongs to the next post',
  async (event) => {
    const { send, submit, post, type, press, fails, text, leaves } = start({ kind: 'message', open: true });
    post('hello');
    if (event === 'TYPE') type('hello and');
    else send({ type: event, draft: { text: 'hello and', ttl: '7-days', operationId: null } });
    submit.succeed();
    await expect.poll(text).toBe('and');
    post('and then');
    type('something else');
    submit.succeed();
    await leaves('busy');
    expect(text()).toBe('something else');
    press();
    type('something else!');
    await fails();
    press();
    expect(submit.calls).toMatchObject([
      { text: 'hello', operationId: 'operation-1' },
      { text: 'and then', operationId: 'operation-2' },
      { text: 'something else', operationId: 'operation-3' },
      { text: 'something else!', operationId: 'operation-4' },
    ]);
  },
);

test('[ACCOUNT-9] a stored draft is continued, and keeps the id under which it was sent', () => {
  const draft = { text: 'half a tho', ttl: '1-hour', operationId: 'from-before' } as const;
  const { submit, press } = opened({ draft });
  press();
  expect(submit.calls).toEqual([{ kind: 'crud', ...draft }]);
});

test('[ACCOUNT-9] a draft follows other tabs, but not while it is being sent', async () => {
  const { send, type, press, context, fails, text } = opened();
  type('mine');
  const draft = { text: 'mine, longer', ttl: '3-days', operationId: null } as const;
  send({ type: 'RESTORE', draft });
  expect(context()).toMatchObject(draft);
  press();
  send({ type: 'RESTORE', draft: null });
  expect(text()).toBe('mine, longer');
  await fails();
  send({ type: 'RESTORE', draft: null });
  expect(context()).toMatchObject({ text: '', ttl: '7-days', codes: [] });
});
