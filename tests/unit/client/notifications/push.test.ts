import { expect, test } from 'vitest';
import { pushMachine } from '../../../../client/src/notifications/push.machine.ts';
import { startMachine } from '../start-machine.ts';

const ALL = { messages: true, replies: true, mentions: true };
const NO_MENTIONS = { ...ALL, mentions: false };

/** The settings of a browser that is found in a state. */
async function start(known: object, tag: string) {
  const parts = startMachine(pushMachine, ['check', 'ask', 'save', 'end']);
  parts.check.succeed(known);
  await parts.reaches(tag);
  return parts;
}

test.each([
  ['unsupported', 'unsupported'],
  ['denied', 'denied'],
  ['unavailable', 'absent'],
])('a browser where notifications are %s is not asked', async (kind, tag) => {
  const { send, ask } = await start({ kind }, tag);
  send({ type: 'TURN_ON' });
  expect(ask.calls).toEqual([]);
});

test('the browser asks after a press only, and all kinds are on after its answer', async () => {
  const { send, ask, save, reaches } = await start({ kind: 'off' }, 'off');
  expect(ask.calls).toHaveLength(0);
  send({ type: 'TURN_ON' });
  expect(ask.calls).toHaveLength(1);
  ask.succeed('granted');
  await expect.poll(() => save.calls).toEqual([{ choice: ALL }]);
  save.succeed(ALL);
  await reaches('on');
});

test('a closed question, a failure and a refused question are told apart', async () => {
  const { send, ask, save, value, context, reaches } = await start({ kind: 'off' }, 'off');
  send({ type: 'TURN_ON' });
  ask.succeed('default');
  await expect.poll(value).toBe('off');
  expect(save.calls).toEqual([]);
  send({ type: 'TURN_ON' });
  ask.succeed('granted');
  await expect.poll(() => save.calls.length).toBe(1);
  save.fail('AbortError', 'Registration failed - push service error');
  await expect.poll(() => context().error).toContain('push service error');
  expect(value()).toBe('off');
  send({ type: 'TURN_ON' });
  ask.succeed('denied');
  await reaches('denied');
});

test('choices that are made while one is saved are saved after it, and turning off too', async () => {
  const { send, save, end, value, context } = await start({ kind: 'on', choice: ALL }, 'on');
  send({ type: 'CHOOSE', choice: NO_MENTIONS });
  send({ type: 'CHOOSE', choice: { ...NO_MENTIONS, replies: false } });
  expect(save.calls).toHaveLength(1);
  save.succeed(NO_MENTIONS);
  await expect.poll(() => save.calls[1]).toEqual({ choice: { ...NO_MENTIONS, replies: false } });
  send({ type: 'TURN_OFF' });
  save.succeed({ ...NO_MENTIONS, replies: false });
  await expect.poll(() => end.calls.length).toBe(1);
  end.succeed(null);
  await expect.poll(value).toBe('off');
  expect(context().error).toBe('');
});

test('a choice that is not saved is taken back, and turning off ends the subscription', async () => {
  const { send, save, end, value, context, reaches } = await start({ kind: 'on', choice: ALL }, 'on');
  send({ type: 'CHOOSE', choice: NO_MENTIONS });
  const error = 'The service is not available right now';
  save.fail('Error', error);
  await expect.poll(value).toBe('on');
  expect(context()).toMatchObject({ choice: ALL, error });
  send({ type: 'CHOOSE', choice: NO_MENTIONS });
  save.succeed(NO_MENTIONS);
  await expect.poll(() => context().choice).toEqual(NO_MENTIONS);
  send({ type: 'TURN_OFF' });
  end.succeed();
  await reaches('off');
});

test('a failed look is repeated by a press', async () => {
  const { send, check, reaches } = startMachine(pushMachine, ['check']);
  check.fail('NetworkError', 'A network error has occurred.');
  await reaches('unknown');
  send({ type: 'RETRY' });
  expect(check.calls).toHaveLength(2);
});
