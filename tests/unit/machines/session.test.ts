import { expect, test } from 'vitest';
import { createActor } from 'xstate';
import { sessionMachine, type ActiveSession } from '../../../client/src/machines/session.machine.ts';
import { createManualActor, SimulatedClock, waitForTag } from './manual-actor.ts';

const person = { handle: 'ada', display_name: 'Ada', cognito_id: '6f2d0a3e-7a58-4a0e-9d0b-0f3f6a0c2b11' };
const hour: ActiveSession = { person, freshForMs: 3_595_000 };

function start() {
  const clock = new SimulatedClock();
  const work = {
    restore: createManualActor<ActiveSession | null, undefined>(),
    adopt: createManualActor<ActiveSession | null, undefined>(),
    renew: createManualActor<ActiveSession | null, { force: boolean }>(),
    leave: createManualActor<unknown, { all: boolean }>(),
  };
  const removed: string[] = [];
  const machine = sessionMachine.provide({
    actors: {
      restore: work.restore.logic,
      adopt: work.adopt.logic,
      renew: work.renew.logic,
      leave: work.leave.logic,
    },
    actions: {
      removeStoredSession: () => removed.push('here'),
      removeProviderSession: () => removed.push('provider'),
    },
  });
  const actor = createActor(machine, { clock }).start();
  return { actor, clock, removed, ...work };
}

async function signedIn(holding = hour) {
  const parts = start();
  parts.restore.succeed(holding);
  await waitForTag(parts.actor, 'person');
  return parts;
}

test('[STAY-1] the stored session decides between signed-in user and visitor', async () => {
  const someone = start();
  expect(someone.actor.getSnapshot().hasTag('checking')).toBe(true);
  someone.restore.succeed(hour);
  expect((await waitForTag(someone.actor, 'person')).context.holding).toEqual(hour);

  const unknown = start();
  unknown.restore.succeed(null);
  await waitForTag(unknown.actor, 'visitor');

  const unreadable = start();
  unreadable.restore.fail('SecurityError');
  await waitForTag(unreadable.actor, 'visitor');
});

test('[STAY-2] a sign-in is adopted; one without tokens or with a failure is not', async () => {
  for (const end of ['holding', 'nothing', 'failure'] as const) {
    const { actor, restore, adopt } = start();
    restore.succeed(null);
    await waitForTag(actor, 'visitor');
    actor.send({ type: 'SIGNED_IN' });
    expect(actor.getSnapshot().hasTag('busy')).toBe(true);
    if (end === 'failure') adopt.fail('NetworkError');
    else adopt.succeed(end === 'holding' ? hour : null);
    await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
    expect(actor.getSnapshot().hasTag('person')).toBe(end === 'holding');
  }
});

test('[STAY-3] tokens are refreshed when they are due', async () => {
  const { actor, clock, renew } = await signedIn();
  clock.increment(3_594_999);
  expect(renew.calls).toEqual([]);
  clock.increment(1);
  expect(renew.calls).toEqual([{ force: false }]);
  expect(actor.getSnapshot().hasTag('person')).toBe(true);
  renew.succeed({ person, freshForMs: 10_000 });
  await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
  clock.increment(10_000);
  expect(renew.calls).toHaveLength(2);
});

test('[STAY-3] tokens that are due on arrival are refreshed after a pause', async () => {
  const { clock, renew } = await signedIn({ person, freshForMs: -20 });
  expect(renew.calls).toEqual([]);
  clock.increment(1000);
  expect(renew.calls).toHaveLength(1);
});

test('[STAY-3] a forced refresh does not wait', async () => {
  const { actor, renew } = await signedIn();
  actor.send({ type: 'REFRESH', force: true });
  expect(renew.calls).toEqual([{ force: true }]);
});

test('[STAY-4] a lost connection keeps the tokens and retries', async () => {
  const { actor, clock, removed, renew } = await signedIn();
  actor.send({ type: 'REFRESH', force: true });
  renew.fail('NetworkError', 'A network error has occurred.');
  await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
  expect(actor.getSnapshot().hasTag('person')).toBe(true);
  expect(removed).toEqual([]);
  clock.increment(5000);
  expect(renew.calls).toHaveLength(2);
  renew.fail('NetworkError');
  await expect.poll(() => actor.getSnapshot().hasTag('busy')).toBe(false);
  actor.send({ type: 'REFRESH', force: false });
  expect(renew.calls).toHaveLength(3);
});

test('[STAY-5] any other failure clears the tokens here and at the provider', async () => {
  const { actor, removed, renew } = await signedIn();
  actor.send({ type: 'REFRESH', force: true });
  renew.fail('InternalErrorException');
  expect((await waitForTag(actor, 'visitor')).context.holding).toBeNull();
  expect(removed).toEqual(['here', 'provider']);
});

test('[STAY-5] a provider without a session signs out', async () => {
  const refused = await signedIn();
  refused.actor.send({ type: 'REFRESH', force: false });
  refused.renew.succeed(null);
  await waitForTag(refused.actor, 'visitor');
  expect(refused.removed).toEqual(['here']);

  const dropped = await signedIn();
  dropped.actor.send({ type: 'DROPPED' });
  expect(dropped.actor.getSnapshot().hasTag('visitor')).toBe(true);
  expect(dropped.removed).toEqual(['here']);
});

test.each(['answers', 'fails', 'does not respond'])(
  '[STAY-6] a sign-out removes the tokens when the provider %s',
  async (what) => {
    const { actor, clock, removed, leave } = await signedIn();
    actor.send({ type: 'SIGN_OUT', all: true });
    expect(leave.calls).toEqual([{ all: true }]);
    if (what === 'answers') leave.succeed(null);
    else if (what === 'fails') leave.fail('NetworkError');
    else clock.increment(5000);
    await waitForTag(actor, 'visitor');
    expect(removed).toEqual(['here']);
  },
);

test('[STAY-7] other tabs are followed in both directions', async () => {
  const { actor, removed } = await signedIn();
  actor.send({ type: 'STORED', holding: null });
  expect(actor.getSnapshot().hasTag('visitor')).toBe(true);
  expect(removed).toEqual([]);
  actor.send({ type: 'STORED', holding: null });
  expect(actor.getSnapshot().hasTag('visitor')).toBe(true);
  actor.send({ type: 'STORED', holding: hour });
  expect(actor.getSnapshot().context.holding).toEqual(hour);
  expect(actor.getSnapshot().hasTag('person')).toBe(true);
});

test('[STAY-7] tokens refreshed by another tab restart the timer', async () => {
  const { actor, clock, renew } = await signedIn();
  clock.increment(3_000_000);
  actor.send({ type: 'STORED', holding: hour });
  clock.increment(3_000_000);
  expect(renew.calls).toEqual([]);
});

test('[STAY-8] the profile decides the user’s name', async () => {
  const { actor } = await signedIn();
  actor.send({ type: 'PERSON', person: { ...person, display_name: 'Ada L.' } });
  expect(actor.getSnapshot().context.holding).toEqual({
    person: { ...person, display_name: 'Ada L.' },
    freshForMs: hour.freshForMs,
  });
});

test('[STAY-9] the machine never holds a token', async () => {
  const { actor } = await signedIn();
  expect(JSON.stringify(actor.getSnapshot().context)).not.toMatch(/token/i);
});
