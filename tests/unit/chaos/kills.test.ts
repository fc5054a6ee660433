import { expect, test } from 'vitest';
import { checkActionOutcomes, type ActionOutcome } from '../../chaos/kills/check-action-outcomes.ts';

const createOutcome = (status: number, ...seen: number[]): ActionOutcome => ({
  row: 'row',
  kind: 'crud',
  status,
  timesSeen: seen,
});

const violatedRules = (one: ActionOutcome) => checkActionOutcomes([one]).map(({ rule }) => rule);

test('[CHAOS-10] after a kill, answered operations exist once everywhere, and the others once or not at all', () => {
  for (const good of [
    createOutcome(200, 1, 1),
    createOutcome(0, 1, 1),
    createOutcome(0, 0, 0),
    createOutcome(410, 0, 0),
  ]) {
    expect(violatedRules(good)).toEqual([]);
  }
  expect(violatedRules(createOutcome(200, 0, 0))).toEqual(['lost']);
  expect(violatedRules(createOutcome(200, 1, 0))).toEqual(['lost']);
  expect(violatedRules(createOutcome(0, 1, 0))).toEqual(['lost']);
  expect(violatedRules(createOutcome(0, 2, 1))).toEqual(['doubled']);
  expect(violatedRules(createOutcome(422, 1, 1))).toEqual(['contradicted']);
});
