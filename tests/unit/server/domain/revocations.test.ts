import { ORIGIN } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../server/src/domain/clock.ts';
import type { Revocation } from '../../../../server/src/domain/ports.ts';
import { createRevocations } from '../../../../server/src/domain/sessions/revocations.ts';
import { sha256 } from '../../../../server/src/wiring/crypto.ts';

it('[SESSION-1] a session that ends while revocations are read is refused once its end was answered', async () => {
  const written: Revocation[] = [];
  const answers: (() => void)[] = [];
  const revocations = createRevocations({
    log: {
      readSince: () => Promise.resolve(ORIGIN),
      readAfter: ({ seq }) => {
        // What a read finds is decided when it begins.
        const page = {
          revocations: written.slice(seq),
          more: false,
          cursor: { seq: written.length, tag: 'r' },
        };
        return new Promise((resolve) => answers.push(() => resolve(page)));
      },
    },
    ...{ clock: systemClock, monotonicMs: () => 0, retentionMs: 3_600_000, sha256 },
  });
  const session = { sub: 'ann', originJti: 'laptop', authTime: 0, expiresAt: Infinity };
  const poll = revocations.refresh();
  await expect.poll(() => answers.length).toBe(1);
  written.push({
    id: 'one',
    sub: 'ann',
    originJti: 'laptop',
    allBefore: null,
    at: systemClock.now().getTime(),
  });
  const ended = revocations.refresh();
  answers[0]?.();
  await poll;
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.();
  await ended;
  expect(revocations.isRevoked(session)).toBe(true);
});
