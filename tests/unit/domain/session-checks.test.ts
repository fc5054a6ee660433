import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClock, systemClock } from '../../../server/src/domain/clock.ts';
import type { Logger } from '../../../server/src/domain/logger.ts';
import type { SignInsToEnd } from '../../../server/src/domain/sessions/end-session.ts';
import { createSessionChecks } from '../../../server/src/domain/sessions/session-checks.ts';
import type { Session } from '../../../server/src/domain/viewer.ts';
import { createCognitoIdentity } from '../../../server/src/identity/cognito.ts';
import { openFakeCognito } from '../../support/fake-cognito.ts';
import { until } from '../../support/until.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { flushPendingWork } from '../streams/silent-logger.ts';

const MINUTE = 60_000;

async function createFixture() {
  const pool = await openFakeCognito();
  const clock = createTestClock(systemClock);
  const timers = createManualTimers();
  const ended: SignInsToEnd[] = [];
  const lines: string[] = [];
  const write: Logger['warn'] = (_, text) => void lines.push(text);
  const region = 'eu-central-1';
  const identity = createCognitoIdentity({
    region,
    userPoolId: `${region}_Somebody1`,
    clientId: 'a-client',
    clock,
    endpoint: pool.endpoint,
  });
  let storeIsAway = false;
  let reported = 0;
  let isSilent = false;
  const isStanding = (token: string) => identity.isStillAccepted(token).finally(() => (reported += 1));
  const checks = createSessionChecks({
    identity: { isStillAccepted: isStanding },
    clock,
    runAfter: (ms, run) => timers.after(ms, run),
    random: () => 0.5,
    logger: { debug: write, info: write, warn: write, error: write },
    endSignIns(signIns) {
      if (storeIsAway) return Promise.reject(new Error('the store is away'));
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
  /** Advances the time, and waits for the answer of the check that is due. */
  const pass = async (ms: number) => {
    clock.advance(ms);
    timers.advance(ms);
    await flushPendingWork();
  };
  const answered = async (count: number) => {
    await until(() => pool.requestedTokens.length === count, {
      what: `the pool was requested ${count} times`,
    });
    if (!isSilent) await until(() => reported === count, { what: 'the answers have arrived' });
    await flushPendingWork();
  };
  return {
    pool,
    checks,
    ended,
    lines,
    sessionOf,
    pass,
    answered,
    setStoreAway: (isAway: boolean) => void (storeIsAway = isAway),
    setSilent: () => void (isSilent = true),
    [Symbol.asyncDispose]: () => pool[Symbol.asyncDispose](),
  };
}

test('[SESSION-8] a session in use is checked once per five minutes, and at once with a renewed token', async () => {
  await using fixture = await createFixture();
  const { checks, pool, pass, answered, sessionOf } = fixture;
  const session = sessionOf();
  for (let second = 0; second < 290; second += 1) {
    for (let call = 0; call < 10; call += 1) checks.noteUse(session, 'first');
    await pass(1000);
  }
  await answered(1);
  checks.noteUse({ ...session, expiresAt: session.expiresAt + 1000 }, 'renewed');
  checks.noteUse(session, 'first');
  await answered(2);
  await pass(6 * MINUTE);
  checks.noteUse(session, 'first');
  await answered(3);
  expect(pool.requestedTokens).toEqual(['first', 'renewed', 'first']);
});

test('[SESSION-8] the session of a disabled or deleted user ends, and the user’s other sessions are checked at once', async () => {
  await using fixture = await createFixture();
  const { checks, pool, ended, pass, answered, sessionOf } = fixture;
  const sub = randomUUID();
  const [phone, laptop, other] = [sessionOf(sub), sessionOf(sub), sessionOf()];
  checks.noteUse(phone, 'phone');
  await answered(1);
  await pass(2 * MINUTE);
  checks.noteUse(laptop, 'laptop');
  await answered(2);
  await pass(MINUTE);
  checks.noteUse(other, 'other');
  await answered(3);
  pool.setAnswer('disabled', 'phone');
  pool.setAnswer('deleted', 'laptop');
  await pass(3 * MINUTE);
  checks.noteUse(phone, 'phone');
  checks.noteUse(laptop, 'laptop');
  await until(() => ended.length === 1, { what: 'the phone’s session has ended' });
  checks.recheckPerson(sub);
  await pass(100);
  checks.noteUse(laptop, 'laptop');
  checks.noteUse(other, 'other');
  await until(() => ended.length === 2, { what: 'the laptop’s session has ended' });
  const signIns = [phone, laptop].map(({ originJti }) => ({ sub, originJtis: [originJti], allBefore: null }));
  expect(ended).toEqual(signIns);
  expect(pool.requestedTokens).toHaveLength(5);
});

test('[SESSION-9] many returning sessions are checked at twenty a second, however fast the provider is', async () => {
  await using fixture = await createFixture();
  const { checks, pool, pass, answered, sessionOf } = fixture;
  const many = Array.from({ length: 100 }, () => sessionOf());
  many.forEach((session, n) => checks.noteUse(session, String(n)));
  await answered(1);
  expect(checks.countWaiting()).toBe(99);
  for (let n = 2; n <= 21; n += 1) {
    await pass(50);
    await answered(n);
  }
  for (let n = 22; n <= 100; n += 1) {
    many.forEach((session, index) => checks.noteUse(session, String(index)));
    await pass(50);
    await answered(n);
  }
  expect([new Set(pool.requestedTokens).size, checks.countWaiting()]).toEqual([100, 0]);
});

test.each(['throttled', 'broken', 'silent'] as const)(
  '[SESSION-9] a provider that is %s ends nothing and is logged once a minute',
  async (answer) => {
    await using fixture = await createFixture();
    const { checks, pool, ended, lines, pass, answered, sessionOf } = fixture;
    pool.setAnswer(answer);
    if (answer === 'silent') fixture.setSilent();
    const sessions = Array.from({ length: 3 }, () => sessionOf());
    for (const session of sessions) {
      checks.noteUse(session, session.sub);
      await pass(100);
    }
    await answered(3);
    if (answer !== 'silent') await until(() => lines.length > 0, { what: 'the failure is logged' });
    expect(ended).toEqual([]);
    expect(sessions.map((session) => checks.isUnverifiable(session))).toEqual([false, false, false]);
    expect(lines.length).toBeLessThanOrEqual(1);
  },
);

test('[SESSION-12] a clock behind the provider’s ends no session: the renewed token is checked instead', async () => {
  await using fixture = await createFixture();
  const { checks, pool, ended, lines, answered, sessionOf } = fixture;
  const session = sessionOf();
  pool.setAnswer('expired', 'old');
  checks.noteUse(session, 'old');
  await answered(1);
  await until(() => lines.length > 0, { what: 'the failure is logged' });
  checks.noteUse({ ...session, expiresAt: session.expiresAt + 1000 }, 'renewed');
  await fixture.pass(50);
  await answered(2);
  expect(pool.requestedTokens).toEqual(['old', 'renewed']);
  expect([ended, checks.isUnverifiable(session)]).toEqual([[], false]);
});

test('[SESSION-9] a session that could not be checked for an hour is refused, until the provider answers', async () => {
  await using fixture = await createFixture();
  const { checks, pool, pass, answered, sessionOf } = fixture;
  const session = sessionOf();
  pool.setAnswer('throttled');
  const isUsed = async (afterMs: number) => {
    await pass(afterMs);
    const before = pool.requestedTokens.length;
    checks.noteUse(session, 'token');
    await answered(before + 1);
    await flushPendingWork();
    return checks.isUnverifiable(session);
  };
  const answers: boolean[] = [];
  for (let n = 0; n < 10; n += 1) answers.push(await isUsed(7 * MINUTE));
  expect(answers).toEqual([...Array<boolean>(9).fill(false), true]);
  pool.setAnswer('valid');
  await pass(7 * MINUTE);
  checks.noteUse(session, 'token');
  await until(() => !checks.isUnverifiable(session), { what: 'the session is verified again' });
});

test('[SESSION-9] a session that cannot be ended during a store outage is ended at a later check', async () => {
  await using fixture = await createFixture();
  const { checks, pool, ended, lines, pass, sessionOf } = fixture;
  const session = sessionOf();
  pool.setAnswer('disabled');
  fixture.setStoreAway(true);
  checks.noteUse(session, 'token');
  await until(() => lines.length > 0, { what: 'the failure is logged' });
  fixture.setStoreAway(false);
  await pass(MINUTE);
  checks.noteUse(session, 'token');
  await until(() => ended.length === 1, { what: 'the session has ended' });
});

test('[SESSION-9] a token about to expire is not checked, and sessions without an unexpired token are forgotten', async () => {
  await using fixture = await createFixture();
  const { checks, pool, ended, pass, answered, sessionOf } = fixture;
  pool.setAnswer('disabled');
  checks.noteUse(sessionOf(randomUUID(), 5 / 3600), 'about to end');
  pool.setAnswer('valid');
  const brief = sessionOf(randomUUID(), 1);
  await pass(100);
  checks.noteUse(brief, 'brief');
  await answered(1);
  expect([pool.requestedTokens, ended]).toEqual([['brief'], []]);
  await pass(61 * MINUTE);
  checks.removeExpired();
  checks.recheckPerson(brief.sub);
  expect(pool.requestedTokens).toHaveLength(1);
});
