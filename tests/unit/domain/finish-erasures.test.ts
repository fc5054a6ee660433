import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import type { Ports } from '../../../server/src/domain/ports.ts';
import { finishErasures } from '../../../server/src/domain/users/finish-erasures.ts';

test('[ERASE-21] an erasure that fails is reported and does not keep the others from being finished', async () => {
  const people = {
    findUnfinishedErasures: () => Promise.resolve(['ann', 'bob', 'cyd']),
  } as unknown as Ports['people'];
  const erased: string[] = [];
  const eraseAccount = (sub: string) => {
    if (sub === 'ann') return Promise.reject(new Error('the pictures are away'));
    erased.push(sub);
    return Promise.resolve();
  };
  await expect(finishErasures({ clock: systemClock, people }, eraseAccount)).rejects.toThrow('the pictures');
  expect(erased).toEqual(['bob', 'cyd']);
});
