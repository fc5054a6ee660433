import { expect, test } from 'vitest';
import { operations as poolOperations } from '../../../server/local-pool/src/operations.ts';
import { clientOperations } from '../../support/local-pool/client-operations.ts';

const operations = [...poolOperations.keys()].map((target) => target.split('.')[1] ?? '').sort();
const driven = new Set(Object.values(clientOperations).flat());

test('[POOL-28] every operation of the local pool is exercised by a third-party client', () => {
  expect(operations.filter((operation) => !driven.has(operation))).toEqual([]);
});

test('[POOL-28] no client is listed with an operation that the pool lacks', () => {
  expect([...driven].filter((operation) => !operations.includes(operation))).toEqual([]);
});
