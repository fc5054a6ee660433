import { expect, test } from 'vitest';
import { normalizeHandle, handleCheckMachine } from '../../../../client/src/account/handle-check.machine.ts';
import { startMachine } from '../start-machine.ts';

function start() {
  const parts = startMachine(handleCheckMachine, ['ask']);
  const type = (handle: string, pause = 400) => {
    parts.send({ type: 'TYPE', handle });
    parts.clock.increment(pause);
  };
  return { ...parts, type };
}

test.each([
  [true, 'free'],
  [false, 'taken'],
])('[ACCOUNT-1] a pause in typing sends one request; free: %s', async (free, tag) => {
  const { clock, ask, type, reaches } = start();
  type('ad', 399);
  type('ada', 399);
  expect(ask.calls).toEqual([]);
  clock.increment(1);
  expect(ask.calls).toEqual([{ handle: 'ada' }]);
  ask.succeed(free);
  await reaches(tag);
});

test('[ACCOUNT-1] the answer for a handle that was typed over is dropped', async () => {
  const { clock, ask, type, reaches } = start();
  type('ada');
  type('adam', 0);
  ask.succeed(false);
  clock.increment(400);
  expect(ask.calls).toHaveLength(2);
  ask.succeed(true);
  await reaches('free');
});

test.each([
  ['ad', 'invalid'],
  ['a'.repeat(21), 'invalid'],
  ['ada.l', 'invalid'],
  ['messages', 'reserved'],
  ['__proto__', 'reserved'],
  ['constructor', 'reserved'],
])('[ACCOUNT-1] %s is %s without a request', (handle, tag) => {
  const { ask, type, has } = start();
  type(handle);
  expect(has(tag)).toBe(true);
  expect(ask.calls).toEqual([]);
});

test('[ACCOUNT-1] nothing is shown for an empty field, nor without an answer', async () => {
  const { ask, type, value } = start();
  type('ada');
  ask.fail('ApiError', 'no answer');
  await expect.poll(value).toBe('silent');
  type('');
  expect(value()).toBe('silent');
  expect(ask.calls).toHaveLength(1);
});

test('[ACCOUNT-1] a handle is accepted with or without the at sign, in any case', () => {
  expect([' @Ada ', 'ADA', 'ada'].map(normalizeHandle)).toEqual(['ada', 'ada', 'ada']);
});
