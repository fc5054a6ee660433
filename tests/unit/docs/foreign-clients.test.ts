import { expect, test } from 'vitest';
import { operations as poolOperations } from '../../../server/local-pool/src/operations.ts';
import { clientOperations } from '../../support/local-pool/client-operations.ts';

test('third-party clients exercise every operation of the local pool, and no others', () => {
  const operations = [...poolOperations.keys()].map((target) => target.split('.')[1]);
  expect(new Set(Object.values(clientOperations).flat())).toEqual(new Set(operations));
});
