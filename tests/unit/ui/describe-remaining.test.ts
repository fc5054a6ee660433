import { expect, test } from 'vitest';
import { announceRemaining, describeRemaining } from '../../../client/src/ui/describe-remaining.ts';

test.each([
  [2, '2 characters left'],
  [1, '1 character left'],
  [0, '0 characters left'],
  [-1, '1 character over'],
  [-784, '784 characters over'],
])('[COMPOSE-13] with %i remaining the counter is named "%s"', (remaining, name) => {
  expect(describeRemaining(remaining)).toBe(name);
});

test.each([
  [[240, 21], ''],
  [[20, 1], 'Fewer than 21 characters left'],
  [[0], 'No characters left'],
  [[-1, -784], 'Over 240 characters'],
  [[-785, -9999], 'Over the limit of 1024 characters'],
])('[COMPOSE-13] from and to %j remaining, "%s" is announced', (range, text) => {
  expect(range.map(announceRemaining)).toEqual(range.map(() => text));
});
