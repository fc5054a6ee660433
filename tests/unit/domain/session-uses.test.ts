import { expect, test } from 'vitest';
import { createTestClock } from '../../../server/src/domain/clock.ts';
import type { SessionUse } from '../../../server/src/domain/sessions/ports.ts';
import { createSessionUses } from '../../../server/src/domain/sessions/session-uses.ts';
import type { Session } from '../../../server/src/domain/viewer.ts';

const MINUTE_MS = 60_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0';
const sessionOf = (originJti: string): Session => ({ sub: 'ann', originJti, authTime: 1, expiresAt: 2 });

function start() {
  const clock = createTestClock({ now: () => new Date(0) });
  const written: SessionUse[][] = [];
  const ended = new Set<string>();
  let failure: Error | null = null;
  const uses = createSessionUses({
    clock,
    revocations: { isRevoked: ({ originJti }) => ended.has(originJti) },
    writes: {
      recordUses: (page) => {
        if (failure) return Promise.reject(failure);
        written.push([...page]);
        return Promise.resolve();
      },
    },
  });
  return { clock, uses, written, ended, fail: (error: Error | null) => void (failure = error) };
}

test('[SIGNIN-4] uses of one session are one write in five minutes, those of many sessions share a statement', async () => {
  const { clock, uses, written } = start();
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

test('[SIGNIN-4] a use whose write failed is written with the next use', async () => {
  const { uses, written, fail } = start();
  uses.noteUse(sessionOf('phone'), FIREFOX);
  fail(new Error('the store is away'));
  await expect(uses.flush()).rejects.toThrow('the store is away');
  fail(null);
  await uses.flush();
  expect(written).toEqual([]);
  uses.noteUse(sessionOf('phone'), FIREFOX);
  await uses.flush();
  expect(written).toMatchObject([[{ originJti: 'phone' }]]);
});

test('[SIGNIN-5] a session that ends before its use is written is not listed again', async () => {
  const { uses, written, ended } = start();
  uses.noteUse(sessionOf('phone'), FIREFOX);
  uses.noteUse(sessionOf('laptop'), FIREFOX);
  ended.add('phone');
  await uses.flush();
  expect(written.flat().map(({ originJti }) => originJti)).toEqual(['laptop']);
});
