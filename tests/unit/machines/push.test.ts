import type { PushChoice } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { pushMachine } from '../../../client/src/machines/push.machine.ts';
import { createManualActor, waitForTag } from './manual-actor.ts';

type Known = { kind: 'unsupported' | 'unavailable' | 'denied' | 'off' } | { kind: 'on'; choice: PushChoice };
const ALL = { messages: true, replies: true, mentions: true };
const NO_MENTIONS = { ...ALL, mentions: false };

async function start(known: Known, tag: string) {
  const check = createManualActor<Known, unknown>();
  const ask = createManualActor<NotificationPermission, unknown>();
  const save = createManualActor<PushChoice, { choice: PushChoice }>();
  const end = createManualActor<null, unknown>();
  const actors = { check: check.logic, ask: ask.logic, save: save.logic, end: end.logic };
  const actor = createActor(pushMachine.provide({ actors })).start();
  check.succeed(known);
  await waitForTag(actor, tag);
  return { actor, check, ask, save, end };
}

test('[PUSH-13] a browser that cannot or may not notify is not asked', async () => {
  for (const [kind, tag] of [
    ['unsupported', 'unsupported'],
    ['denied', 'denied'],
    ['unavailable', 'absent'],
  ] as const) {
    const { actor, ask } = await start({ kind }, tag);
    actor.send({ type: 'TURN_ON' });
    expect(ask.calls).toEqual([]);
  }
});

test('[PUSH-13] the browser asks after a press only, and all kinds are on after its answer', async () => {
  const { actor, ask, save } = await start({ kind: 'off' }, 'off');
  expect(ask.calls).toHaveLength(0);
  actor.send({ type: 'TURN_ON' });
  expect(ask.calls).toHaveLength(1);
  ask.succeed('granted');
  await expect.poll(() => save.calls).toEqual([{ choice: ALL }]);
  save.succeed(ALL);
  await waitForTag(actor, 'on');
});

test('[PUSH-13] a refused question, a closed one and a failure are told apart', async () => {
  const refused = await start({ kind: 'off' }, 'off');
  refused.actor.send({ type: 'TURN_ON' });
  refused.ask.succeed('denied');
  await waitForTag(refused.actor, 'denied');
  const closed = await start({ kind: 'off' }, 'off');
  closed.actor.send({ type: 'TURN_ON' });
  closed.ask.succeed('default');
  await expect.poll(() => closed.actor.getSnapshot().value).toBe('off');
  expect(closed.save.calls).toEqual([]);
  closed.actor.send({ type: 'TURN_ON' });
  closed.ask.succeed('granted');
  await expect.poll(() => closed.save.calls.length).toBe(1);
  closed.save.fail('AbortError', 'Registration failed - push service error');
  await expect.poll(() => closed.actor.getSnapshot().context.error).toContain('push service error');
  expect(closed.actor.getSnapshot().value).toBe('off');
});

test('[PUSH-13] a choice that is not saved is taken back, and turning off ends the subscription', async () => {
  const { actor, save, end } = await start({ kind: 'on', choice: ALL }, 'on');
  actor.send({ type: 'CHOOSE', choice: NO_MENTIONS });
  save.fail('Error', 'The service is not available right now');
  await expect.poll(() => actor.getSnapshot().value).toBe('on');
  expect(actor.getSnapshot().context).toMatchObject({
    choice: ALL,
    error: 'The service is not available right now',
  });
  actor.send({ type: 'CHOOSE', choice: NO_MENTIONS });
  save.succeed(NO_MENTIONS);
  await expect.poll(() => actor.getSnapshot().context.choice).toEqual(NO_MENTIONS);
  actor.send({ type: 'TURN_OFF' });
  end.succeed(null);
  await waitForTag(actor, 'off');
});

test('[PUSH-13] a failed look is repeated by a press', async () => {
  const check = createManualActor<Known, unknown>();
  const actor = createActor(pushMachine.provide({ actors: { check: check.logic } })).start();
  check.fail('NetworkError', 'A network error has occurred.');
  await waitForTag(actor, 'unknown');
  actor.send({ type: 'RETRY' });
  expect(check.calls).toHaveLength(2);
});
