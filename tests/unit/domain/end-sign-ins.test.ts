import { expect, test } from 'vitest';
import { createEndSignIns } from '../../../server/src/domain/sessions/end-session.ts';
import type { Revocation } from '../../../server/src/domain/ports.ts';

test('[SESSION-13] the revocations of one sign-out are added together, and only one covers earlier sign-ins', async () => {
  const added: Omit<Revocation, 'id' | 'at'>[] = [];
  let resolve: () => void = () => undefined;
  const allAdded = new Promise<void>((done) => (resolve = done));
  const endSignIns = createEndSignIns({
    revocationLog: {
      add(revocation) {
        added.push(revocation);
        if (added.length === 3) resolve();
        return allAdded;
      },
    },
    revocations: { refresh: () => Promise.resolve() },
  });
  await endSignIns({ sub: 'ann', originJtis: ['one', 'two', 'three'], allBefore: 7 });
  expect(added).toEqual([
    { sub: 'ann', originJti: 'one', allBefore: 7 },
    { sub: 'ann', originJti: 'two', allBefore: null },
    { sub: 'ann', originJti: 'three', allBefore: null },
  ]);
});
