import { expect, test } from 'vitest';
import { createGuardWrite } from '../../../server/src/domain/blocks/guard-writes.ts';
import { Refusal } from '../../../server/src/domain/errors.ts';

const CRUD = '00000000-0000-4000-8000-0000000000c1';

test('[BLOCK-13] only a writer who was refused is checked before the next write, and may write again after the block', async () => {
  const calls: string[] = [];
  let isBlocked = true;
  const guardWrite = createGuardWrite({
    blocks: {
      isAuthorHidden: (_activity, sub) => {
        calls.push(`check ${sub}`);
        return Promise.resolve(isBlocked);
      },
    },
    store: { findEarlierRef: () => Promise.resolve(null) },
  });
  const run = (sub: string) =>
    guardWrite(
      { viewer: { sub }, operation: { id: 'op', fingerprint: '' }, params: { activity_uuid: CRUD } },
      () => {
        calls.push(`write ${sub}`);
        if (isBlocked && sub === 'bob') return Promise.reject(new Refusal('activity_not_found'));
        return Promise.resolve('written');
      },
    );
  expect(await run('ann')).toBe('written');
  await expect(run('bob')).rejects.toThrow('activity_not_found');
  await expect(run('bob')).rejects.toThrow('activity_not_found');
  isBlocked = false;
  expect(await run('bob')).toBe('written');
  expect(await run('ann')).toBe('written');
  expect(calls).toEqual(['write ann', 'write bob', 'check bob', 'check bob', 'write bob', 'write ann']);
});
