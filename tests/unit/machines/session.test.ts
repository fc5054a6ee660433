import { expect, test } from 'vitest';
import { sessionMachine, type ActiveSession } from '../../../client/src/machines/session.machine.ts';
import { startMachine } from './start-machine.ts';

const person = { handle: 'ada', display_name: 'Ada', cognito_id: '6f2d0a3e-7a58-4a0e-9d0b-0f3f6a0c2b11' };
const hour: ActiveSession = { person, freshForMs: 3_595_000 };

function start() {
  const removed: string[] = [];
  const actions = {
    removeStoredSession: () => removed.push('here'),
    removeProviderSession: () => removed.push('provider'),
  };
  const parts = startMachine(sessionMachine, ['restore', 'adopt', 'renew', 'leave'], { actions });
  return { ...parts, removed };
}

async function signedIn(holding = hour) {
  const parts = start();
  parts.restore.succeed(holding);
  await parts.reaches('person');
  return parts;
}

test('[STAY-1, STAY-9] the stored session decides between signed-in user and visitor, and no token is held', async () => {
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

test.each(['holding', 'nothing', 'failure'])('[STAY-2] a sign-in that ends with %s', async (end) => {
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
  renew.succeed({ person, freshForMs: 10_000 });
  await leaves('busy');
  clock.increment(10_000);
  expect(renew.calls).toHaveLength(2);
  const late = await signedIn({ person, freshForMs: -20 });
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

test('[STAY-5] a provider without a session signs out, and any other failure there too', async () => {
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

  const dropped = await signedIn();
  dropped.send({ type: 'DROPPED' });
  expect([dropped.has('visitor'), dropped.removed]).toEqual([true, ['here']]);
});

test.each(['answers', 'fails', 'does not respond'])(
  '[STAY-6] a sign-out removes the tokens when the provider %s',
  async (what) => {
    const { send, clock, removed, leave, reaches } = await signedIn();
    send({ type: 'SIGN_OUT', all: true });
    expect(leave.calls).toEqual([{ all: true }]);
    if (what === 'answers') leave.succeed();
    else if (what === 'fails') leave.fail('NetworkError');
    else clock.increment(5000);
    await reaches('visitor');
    expect(removed).toEqual(['here']);
  },
);

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

test('[STAY-8] the profile decides the user’s name', async () => {
  const { send, context } = await signedIn();
  const named = { ...person, display_name: 'Ada L.' };
  send({ type: 'PERSON', person: named });
  expect(context().holding).toEqual({ person: named, freshForMs: hour.freshForMs });
});
