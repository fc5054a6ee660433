import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  sessionMachine,
  SuspendedError,
  type ActiveSession,
} from '../../../../client/src/account/session/session.machine.ts';
import { startMachine } from '../start-machine.ts';

const person = { handle: 'ada', display_name: 'Ada', cognito_id: '6f2d0a3e-7a58-4a0e-9d0b-0f3f6a0c2b11' };
const NOW = 1_900_000_000_000;
const FRESH_MS = 3_595_000;
const dueIn = (ms: number): ActiveSession => ({ person, dueAt: NOW + ms });
const hour = dueIn(FRESH_MS);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

function start() {
  const removed: unknown[] = [];
  const actions = {
    removeStoredSession: () => removed.push('here'),
    removeProviderSession: () => removed.push('provider'),
    leave: (_: unknown, { all }: { all: boolean }) => removed.push({ all }),
  };
  const parts = startMachine(sessionMachine, ['restore', 'adopt', 'renew'], { actions });
  return { ...parts, removed };
}

async function signedIn(holding = hour) {
  const parts = start();
  parts.restore.succeed(holding);
  await parts.reaches('person');
  return parts;
}

test('the stored session decides between signed-in user and visitor, and no token is held', async () => {
  const known = start();
  expect(known.has('checking')).toBe(true);
  known.restore.succeed(hour);
  await known.reaches('person');
  expect(known.context().holding).toEqual(hour);
  expect(JSON.stringify(known.context())).not.toMatch(/token/i);

  const unknown = start();
  unknown.restore.succeed();
  await unknown.reaches('visitor');

  const unreadable = start();
  unreadable.restore.fail('SecurityError');
  await unreadable.reaches('visitor');
});

test.each(['holding', 'nothing', 'failure'])('a sign-in that ends with %s', async (end) => {
  const { send, has, restore, adopt, reaches, leaves } = start();
  restore.succeed();
  await reaches('visitor');
  send({ type: 'SIGNED_IN' });
  expect(has('busy')).toBe(true);
  if (end === 'failure') adopt.fail('NetworkError');
  else adopt.succeed(end === 'holding' ? hour : null);
  await leaves('busy');
  expect(has('person')).toBe(end === 'holding');
});

test('[STAY-3] tokens are refreshed when they are due, and after a pause if they are due on arrival', async () => {
  const { has, clock, renew, leaves } = await signedIn();
  clock.increment(3_594_999);
  expect(renew.calls).toEqual([]);
  clock.increment(1);
  expect(renew.calls).toEqual([{ force: false }]);
  expect(has('person')).toBe(true);
  renew.succeed(dueIn(10_000));
  await leaves('busy');
  clock.increment(10_000);
  expect(renew.calls).toHaveLength(2);
  const late = await signedIn(dueIn(-20));
  expect(late.renew.calls).toEqual([]);
  late.clock.increment(1000);
  expect(late.renew.calls).toHaveLength(1);
});

test('[STAY-3, STAY-4] a forced refresh does not wait; a lost connection keeps the tokens and retries', async () => {
  const { send, has, clock, removed, renew, leaves } = await signedIn();
  send({ type: 'REFRESH', force: true });
  expect(renew.calls).toEqual([{ force: true }]);
  renew.fail('NetworkError', 'A network error has occurred.');
  await leaves('busy');
  expect([has('person'), removed]).toEqual([true, []]);
  clock.increment(5000);
  expect(renew.calls).toHaveLength(2);
  renew.fail('NetworkError');
  await leaves('busy');
  send({ type: 'REFRESH', force: false });
  expect(renew.calls).toHaveLength(3);
});

test('a provider without a session signs out, and any other failure there too', async () => {
  const failed = await signedIn();
  failed.send({ type: 'REFRESH', force: true });
  failed.renew.fail('InternalErrorException');
  await failed.reaches('visitor');
  expect([failed.context().holding, failed.removed]).toEqual([null, ['here', 'provider']]);

  const refused = await signedIn();
  refused.send({ type: 'REFRESH', force: false });
  refused.renew.succeed();
  await refused.reaches('visitor');
  expect(refused.removed).toEqual(['here']);
});

test('[STAY-3] a token is checked by the wall clock, because timers stand still while a computer sleeps', async () => {
  const { send, renew } = await signedIn();
  send({ type: 'CHECK' });
  expect(renew.calls).toEqual([]);
  vi.setSystemTime(NOW + FRESH_MS);
  send({ type: 'CHECK' });
  expect(renew.calls).toEqual([{ force: false }]);
});

test.each(['fresh', 'refreshing'])('[STAY-6] a sign-out while %s is one step', async (state) => {
  const { send, has, removed } = await signedIn();
  if (state === 'refreshing') send({ type: 'REFRESH', force: true });
  send({ type: 'SIGN_OUT', all: true });
  expect([has('visitor'), has('busy'), removed]).toEqual([true, false, [{ all: true }]]);
});

test('[SUSPEND-8] a refused sign-in says whose it is until it is forgotten', async () => {
  const { send, has, context, restore, adopt, reaches } = start();
  restore.succeed();
  await reaches('visitor');
  send({ type: 'SIGNED_IN' });
  adopt.failWith(new SuspendedError({ handle: 'ada', message: 'Your account is suspended.' }));
  await reaches('suspended');
  expect(context().refusal).toEqual({ handle: 'ada', message: 'Your account is suspended.' });
  send({ type: 'FORGET' });
  expect([has('suspended'), context().refusal]).toEqual([false, null]);
});

test('[STAY-7] other tabs are followed in both directions, and their tokens restart the timer', async () => {
  const { send, has, context, clock, removed, renew } = await signedIn();
  for (let count = 0; count < 2; count += 1) {
    send({ type: 'STORED', holding: null });
    expect([has('visitor'), removed]).toEqual([true, []]);
  }
  send({ type: 'STORED', holding: hour });
  expect([has('person'), context().holding]).toEqual([true, hour]);
  clock.increment(3_000_000);
  send({ type: 'STORED', holding: hour });
  clock.increment(3_000_000);
  expect(renew.calls).toEqual([]);
});

test('[PROFILE-1] the profile decides the user’s name', async () => {
  const { send, context } = await signedIn();
  const named = { ...person, display_name: 'Ada L.' };
  send({ type: 'PERSON', person: named });
  expect(context().holding).toEqual({ person: named, dueAt: hour.dueAt });
});
