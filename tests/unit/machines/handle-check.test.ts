import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { normalizeHandle, handleCheckMachine } from '../../../client/src/machines/handle-check.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

function start() {
  const clock = new SimulatedClock();
  const ask = createManualActor<boolean, { handle: string }>();
  const machine = handleCheckMachine.provide({ actors: { ask: ask.logic } });
  const actor = createActor(machine, { clock }).start();
  const type = (handle: string) => actor.send({ type: 'TYPE', handle });
  return { actor, clock, ask, type, state: () => actor.getSnapshot().value };
}

test('[ACCOUNT-1] a pause in typing sends one request, which yields whether the handle is free', async () => {
  for (const [free, tag] of [
    [true, 'free'],
    [false, 'taken'],
  ] as const) {
    const { actor, clock, ask, type } = start();
    type('ad');
    clock.increment(399);
    type('ada');
    clock.increment(399);
    expect(ask.calls).toEqual([]);
    clock.increment(1);
    expect(ask.calls).toEqual([{ handle: 'ada' }]);
    ask.succeed(free);
    await waitForTag(actor, tag);
  }
});

test('[ACCOUNT-1] the answer for a handle that was typed over is dropped', async () => {
  const { actor, clock, ask, type } = start();
  type('ada');
  clock.increment(400);
  type('adam');
  ask.succeed(false);
  clock.increment(400);
  expect(ask.calls).toHaveLength(2);
  ask.succeed(true);
  await waitForTag(actor, 'free');
});

test.each([
  ['ad', 'invalid'],
  ['a'.repeat(21), 'invalid'],
  ['ada.l', 'invalid'],
  ['messages', 'reserved'],
  ['__proto__', 'reserved'],
  ['constructor', 'reserved'],
])('[ACCOUNT-1] %s is %s without a request', (handle, tag) => {
  const { actor, clock, ask, type } = start();
  type(handle);
  clock.increment(400);
  expect(actor.getSnapshot().hasTag(tag as 'invalid')).toBe(true);
  expect(ask.calls).toEqual([]);
});

test('[ACCOUNT-1] nothing is shown for an empty field, nor without an answer', async () => {
  const { clock, ask, type, state } = start();
  type('ada');
  clock.increment(400);
  ask.fail('ApiError', 'no answer');
  await expect.poll(state).toBe('silent');
  type('');
  clock.increment(400);
  expect(state()).toBe('silent');
  expect(ask.calls).toHaveLength(1);
});

test('[ACCOUNT-1] a handle is accepted with or without the at sign, in any case', () => {
  expect([' @Ada ', 'ADA', 'ada'].map(normalizeHandle)).toEqual(['ada', 'ada', 'ada']);
});
