import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createTestClock } from '../../../../server/src/domain/clock.ts';
import type { IdentityProvider, Revocation } from '../../../../server/src/domain/ports.ts';
import { createAuthenticateToken } from '../../../../server/src/domain/sessions/authenticate-token.ts';
import { describeDevice } from '../../../../server/src/domain/sessions/describe-device.ts';
import { createEndSignIns } from '../../../../server/src/domain/sessions/end-session.ts';
import type { SessionUse } from '../../../../server/src/domain/sessions/ports.ts';
import {
  ALL_SIGN_INS,
  createRevocationTable,
  revocationKey,
} from '../../../../server/src/domain/sessions/revocation-table.ts';
import { createSessionUses } from '../../../../server/src/domain/sessions/session-uses.ts';
import type { Session } from '../../../../server/src/domain/viewer.ts';
import { unmodelled } from '../../../../client/devtools/simulation/store/unmodelled.ts';
import { sha256 } from '../../../../server/src/wiring/crypto.ts';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const sessionOf = (originJti: string): Session => ({ sub: 'ann', originJti, authTime: 1, expiresAt: 2 });

function openUses() {
  const clock = createTestClock({ now: () => new Date(0) });
  const written: SessionUse[][] = [];
  const ended = new Set<string>();
  const state: { failure: Error | null } = { failure: null };
  const uses = createSessionUses({
    clock,
    revocations: { isRevoked: ({ originJti }) => ended.has(originJti) },
    writes: {
      recordUses: (page) =>
        state.failure ? Promise.reject(state.failure) : Promise.resolve(void written.push([...page])),
    },
  });
  return { clock, uses, written, ended, state };
}

test('uses of one session are one write in five minutes, those of many sessions share a statement', async () => {
  const { clock, uses, written } = openUses();
  for (let n = 0; n < 1200; n++) uses.noteUse(sessionOf(String(n)), FIREFOX);
  for (let n = 0; n < 100; n++) uses.noteUse(sessionOf('0'));
  await uses.flush();
  expect(written.map((page) => page.length)).toEqual([500, 500, 200]);
  expect(written[0]?.[0]).toMatchObject({ originJti: '0', device: { title: 'Firefox on Linux' } });
  clock.advance(4 * MINUTE_MS);
  uses.noteUse(sessionOf('0'));
  uses.removeExpired();
  uses.noteUse(sessionOf('0'));
  await uses.flush();
  expect(written).toHaveLength(3);
  clock.advance(2 * MINUTE_MS);
  uses.noteUse(sessionOf('0'));
  await uses.flush();
  expect(written.at(-1)).toMatchObject([{ originJti: '0', device: null, at: clock.now() }]);
});

test('a use whose write failed is written with the next use', async () => {
  const { uses, written, state } = openUses();
  uses.noteUse(sessionOf('phone'), FIREFOX);
  state.failure = new Error('the store is away');
  await expect(uses.flush()).rejects.toThrow('the store is away');
  state.failure = null;
  await uses.flush();
  expect(written).toEqual([]);
  uses.noteUse(sessionOf('phone'), FIREFOX);
  await uses.flush();
  expect(written).toMatchObject([[{ originJti: 'phone' }]]);
});

test('a session that ends before its use is written is not listed again', async () => {
  const { uses, written, ended } = openUses();
  uses.noteUse(sessionOf('phone'), FIREFOX);
  uses.noteUse(sessionOf('laptop'), FIREFOX);
  ended.add('phone');
  await uses.flush();
  expect(written.flat().map(({ originJti }) => originJti)).toEqual(['laptop']);
});

test('the revocations of one sign-out are added together, and only one covers earlier sign-ins', async () => {
  const added: Omit<Revocation, 'id' | 'at'>[] = [];
  let resolve: () => void = () => undefined;
  const allAdded = new Promise<void>((done) => (resolve = done));
  const add = (revocation: (typeof added)[number]) => {
    if (added.push(revocation) === 3) resolve();
    return allAdded;
  };
  const revocations = { refresh: () => Promise.resolve() };
  const endSignIns = createEndSignIns({ revocationLog: { add }, revocations });
  await endSignIns({ sub: 'ann', originJtis: ['one', 'two', 'three'], allBefore: 7 });
  expect(added.map(({ originJti, allBefore }) => [originJti, allBefore])).toEqual([
    ['one', 7],
    ['two', null],
    ['three', null],
  ]);
});

const HOUR = 3600;
const start = 1_900_000_000;

test('a hundred thousand revocations are all found, take at most 64 bytes each, and free their memory', () => {
  const table = createRevocationTable();
  const keys = Array.from({ length: 100_000 }, () => revocationKey(sha256, randomUUID(), randomUUID()));
  const isLate = (n: number) => n % 100 === 0;
  keys.forEach((key, n) => table.add({ key, allBefore: ALL_SIGN_INS, at: start + (isLate(n) ? HOUR : 0) }));
  expect(table.size()).toBe(keys.length);
  expect(keys.every((key) => table.find(key)?.allBefore === ALL_SIGN_INS)).toBe(true);
  expect(table.find(revocationKey(sha256, randomUUID(), randomUUID()))).toBeUndefined();
  const full = table.bytes();
  expect(full / keys.length).toBeLessThan(64);

  table.removeBefore(start + 1);
  expect(table.size()).toBe(keys.length / 100);
  expect(keys.map((key) => table.find(key) !== undefined)).toEqual(keys.map((_, n) => isLate(n)));
  expect(table.bytes()).toBeLessThan(full / 20);
});

test('two revocations under one key are merged into the wider one', () => {
  const table = createRevocationTable();
  const key = revocationKey(sha256, randomUUID());
  expect(table.add({ key, allBefore: start, at: start })).toBe(true);
  expect(table.add({ key, allBefore: start, at: start })).toBe(false);
  expect(table.add({ key, allBefore: start - HOUR, at: start - HOUR })).toBe(false);
  expect(table.add({ key, allBefore: start + HOUR, at: start + HOUR })).toBe(true);
  expect(table.find(key)).toEqual({ allBefore: start + HOUR, at: start + HOUR });
  expect(table.size()).toBe(1);
});

const WEBKIT = 'AppleWebKit/537.36 (KHTML, like Gecko)';

test.each([
  [
    'macOS 14.2.1 arm macOS Not A(Brand/99.0.0.0;Google Chrome/121.0.6167.160;Chromium/121.0.6167.160',
    'Chrome on macOS',
  ],
  ['Windows 15.0.0 x86 Windows Microsoft Edge/130.0;Chromium/130.0', 'Edge on Windows'],
  ['Android 14.0.0 Pixel 7 Android Chromium/121.0;Not A(Brand/99.0', 'Chromium on Android', true],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:109.0) Firefox/115.0', 'Firefox on macOS'],
  [`Mozilla/5.0 (X11; Linux x86_64) ${WEBKIT} Chrome/121.0.0.0 Safari/537.36`, 'Chrome on Linux'],
  [`Mozilla/5.0 (X11; CrOS x86_64) ${WEBKIT} Chrome/121.0 Safari/537.36 OPR/99.0`, 'Opera on ChromeOS'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Safari/604.1', 'Safari on iPhone', true],
  ['Mozilla/5.0 (iPad; CPU OS 17_0 like Mac OS X) CriOS/120.0 Safari/604.1', 'Chrome on iPad', true],
  ['Windows 15', 'Windows'],
  ['Firefox/1', 'Firefox'],
  ['my toaster', 'Unknown device'],
  ['', 'Unknown device'],
])('[SIGNIN-1] %j is labelled %s', (name, title, isHandheld = false) => {
  expect(describeDevice(name)).toEqual({ title, isHandheld });
});

test('[SOCKET-2] a call is answered 503, and not 401, while the revocation list cannot be read', async () => {
  let isStale = true;
  const authenticateToken = createAuthenticateToken({
    identity: unmodelled<IdentityProvider>('identity', {
      verifyToken: () => Promise.resolve(sessionOf('one')),
    }),
    revocations: { isStale: () => isStale, isRevoked: () => true },
    checks: unmodelled('checks'),
    uses: unmodelled('uses'),
    findOrCreatePerson: unmodelled('findOrCreatePerson'),
    people: unmodelled('people'),
  });
  await expect(authenticateToken('token')).rejects.toMatchObject({ codes: ['generic_503'], retryAfter: 1 });
  isStale = false;
  await expect(authenticateToken('token')).rejects.toMatchObject({ codes: ['generic_401'] });
});
