import { expect, test } from 'vitest';
import { createRunGuarded } from '../../../server/src/domain/blocks/refused-writers.ts';
import { Refusal } from '../../../server/src/domain/errors.ts';

test('[BLOCK-13] only a writer who was refused is checked before the next write, and may write again after the block', async () => {
  const runGuarded = createRunGuarded();
  const calls: string[] = [];
  let isBlocked = true;
  const run = (writer: string) =>
    runGuarded({
      writer,
      code: 'message_not_allowed',
      isRefused: () => {
        calls.push(`check ${writer}`);
        return Promise.resolve(isBlocked);
      },
      write: () => {
        calls.push(`write ${writer}`);
        if (isBlocked && writer === 'bob') return Promise.reject(new Refusal('message_not_allowed'));
        return Promise.resolve('written');
      },
    });
  expect(await run('ann')).toBe('written');
  await expect(run('bob')).rejects.toThrow('message_not_allowed');
  await expect(run('bob')).rejects.toThrow('message_not_allowed');
  isBlocked = false;
  expect(await run('bob')).toBe('written');
  expect(await run('ann')).toBe('written');
  expect(calls).toEqual(['write ann', 'write bob', 'check bob', 'check bob', 'write bob', 'write ann']);
});
