import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClock, systemClock } from '../../../../server/src/domain/clock.ts';
import type { SignInsToEnd } from '../../../../server/src/domain/sessions/end-session.ts';
import { createSessionChecks } from '../../../../server/src/domain/sessions/session-checks.ts';
import type { Session } from '../../../../server/src/domain/viewer.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { flushPendingWork, silentLogger } from '../streams/silent-logger.ts';
import { createProviderAnswers } from './provider-answers.ts';

const MINUTE = 60_000;

function createFixture() {
  const provider = createProviderAnswers();
  const clock = createTestClock(systemClock);
  const timers = createManualTimers();
  const ended: SignInsToEnd[] = [];
  const lines: string[] = [];
  const store = { isAway: false };
  const checks = createSessionChecks({
    identity: provider,
    clock,
    runAfter: (ms, run) => timers.after(ms, run),
    random: () => 0.5,
    logger: { ...silentLogger, warn: (_, text) => void lines.push(text) },
    endSignIns(signIns) {
      if (store.isAway) return Promise.reject(new Error('the store is away'));
      ended.push(signIns);
      return Promise.resolve();
    },
  });
  const sessionOf = (sub: string = randomUUID(), hours = 24): Session => ({
    sub,
    originJti: randomUUID(),
    authTime: 0,
    expiresAt: clock.now().getTime() + hours * 60 * MINUTE,
  });
  /** Advances the time, and waits for the checks that are due. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    timers.advance(ms);
    await flushPendingWork();
  };
  const use = async (session: Session, token: string) => {
    checks.noteUse(session, token);
    await flushPendingWork();
  };
  return { provider, checks, ended, lines, store, sessionOf, pass, use };
}

test('[SESSION-8] a session in use is checked once per five minutes, and at once with a renewed token', async () => {
  const { checks, provider, pass, use, sessionOf } = createFixture();
  const session = sessionOf();
  for (let second = 0; second < 290; second += 1) {
    for (let call = 0; call < 10; call += 1) checks.noteUse(session, 'first');
    await pass(1000);
  }
  expect(provider.requested).toEqual(['first']);
  await use({ ...session, expiresAt: session.expiresAt + 1000 }, 'renewed');
  await use(session, 'first');
  await pass(6 * MINUTE);
  await use(session, 'first');
  expect(provider.requested).toEqual(['first', 'renewed', 'first']);
});

test('[SESSION-8] the session of a disabled or deleted user ends, and the user’s other sessions are checked at once', async () => {
  const { checks, provider, ended, pass, use, sessionOf } = createFixture();
  const sub = randomUUID();
  const [phone, laptop, other] = [sessionOf(sub), sessionOf(sub), sessionOf()];
  await use(phone, 'phone');
  await pass(2 * MINUTE);
  await use(laptop, 'laptop');
  await pass(MINUTE);
  await use(other, 'other');
  for (const token of ['phone', 'laptop']) provider.answer('refused', token);
  await pass(3 * MINUTE);
  await use(phone, 'phone');
  await use(laptop, 'laptop');
  expect(ended).toHaveLength(1);
  checks.recheckPerson(sub);
  await pass(100);
  await use(laptop, 'laptop');
  await use(other, 'other');
  const signIns = [phone, laptop].map(({ originJti }) => ({ sub, originJtis: [originJti], allBefore: null }));
  expect(ended).toEqual(signIns);
  expect(provider.requested).toHaveLength(5);
});

test('[SESSION-9] many returning sessions are checked at twenty a second, however fast the provider is', async () => {
  const { checks, provider, pass, sessionOf } = createFixture();
  const many = Array.from({ length: 100 }, () => sessionOf());
  many.forEach((session, n) => checks.noteUse(session, String(n)));
  expect([provider.requested.length, checks.countWaiting()]).toEqual([1, 99]);
  for (let n = 2; n <= 100; n += 1) {
    if (n > 21) many.forEach((session, index) => checks.noteUse(session, String(index)));
    await pass(50);
    expect(provider.requested).toHaveLength(n);
  }
  expect([new Set(provider.requested).size, checks.countWaiting()]).toEqual([100, 0]);
});

test.each([
  ['fails', 'unavailable', 1],
  ['does not answer', 'silent', 0],
] as const)(
  '[SESSION-9] a provider that %s ends nothing and is logged once a minute',
  async (_, answer, logged) => {
    const { checks, provider, ended, lines, pass, use, sessionOf } = createFixture();
    provider.answer(answer);
    const sessions = Array.from({ length: 3 }, () => sessionOf());
    for (const session of sessions) {
      await use(session, session.sub);
      await pass(100);
    }
    expect([provider.requested.length, lines.length, ended]).toEqual([3, logged, []]);
    expect(sessions.some((session) => checks.isUnverifiable(session))).toBe(false);
  },
);

test('a clock behind the provider’s ends no session: the renewed token is checked instead', async () => {
  const { checks, provider, ended, pass, use, sessionOf } = createFixture();
  const session = sessionOf();
  provider.answer('unavailable', 'expired there');
  await use(session, 'expired there');
  await use({ ...session, expiresAt: session.expiresAt + 1000 }, 'renewed');
  await pass(50);
  expect(provider.requested).toEqual(['expired there', 'renewed']);
  expect([ended, checks.isUnverifiable(session)]).toEqual([[], false]);
});

test('[SESSION-9] a session that could not be checked for an hour is refused, until the provider answers', async () => {
  const { checks, provider, pass, use, sessionOf } = createFixture();
  const session = sessionOf();
  provider.answer('unavailable');
  const answers: boolean[] = [];
  for (let n = 0; n < 11; n += 1) {
    if (n === 10) provider.answer('accepted');
    await pass(7 * MINUTE);
    await use(session, 'token');
    answers.push(checks.isUnverifiable(session));
  }
  expect(answers).toEqual([...Array<boolean>(9).fill(false), true, false]);
});

test('[SESSION-9] a session that cannot be ended during a store outage is ended at a later check', async () => {
  const { provider, ended, lines, store, pass, use, sessionOf } = createFixture();
  const session = sessionOf();
  provider.answer('refused');
  store.isAway = true;
  await use(session, 'token');
  expect([lines.length, ended.length]).toEqual([1, 0]);
  store.isAway = false;
  await pass(MINUTE);
  await use(session, 'token');
  expect(ended).toHaveLength(1);
});

test('[SESSION-9] a token about to expire is not checked, and sessions without an unexpired token are forgotten', async () => {
  const { checks, provider, ended, pass, use, sessionOf } = createFixture();
  provider.answer('refused', 'about to end');
  await use(sessionOf(randomUUID(), 5 / 3600), 'about to end');
  const brief = sessionOf(randomUUID(), 1);
  await pass(100);
  await use(brief, 'brief');
  await pass(61 * MINUTE);
  checks.removeExpired();
  checks.recheckPerson(brief.sub);
  expect([provider.requested, ended]).toEqual([['brief'], []]);
});
