import { expect, test } from 'vitest';
import { judge, type Deed } from '../../chaos/kills/judge.ts';

const deed = (status: number, ...seen: number[]): Deed => ({ row: 'row', kind: 'crud', status, seen });

const rulesOf = (one: Deed) => judge([one]).map(({ rule }) => rule);

test('[CHAOS-10] after a kill, what was answered is there once for all, and the rest once or not at all', () => {
  for (const good of [deed(200, 1, 1), deed(0, 1, 1), deed(0, 0, 0), deed(410, 0, 0)]) {
    expect(rulesOf(good)).toEqual([]);
  }
  expect(rulesOf(deed(200, 0, 0))).toEqual(['lost']);
  expect(rulesOf(deed(200, 1, 0))).toEqual(['lost']);
  expect(rulesOf(deed(0, 1, 0))).toEqual(['lost']);
  expect(rulesOf(deed(0, 2, 1))).toEqual(['doubled']);
  expect(rulesOf(deed(422, 1, 1))).toEqual(['contradicted']);
});
