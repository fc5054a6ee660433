import { expect, test } from 'vitest';
import { parseIntent } from '../../../client/src/compose/parse-intent.ts';

const uuid = '3f0c9f4d-5d0e-4e1b-8a86-0d9f0c6f2b7e';
const NOW = 1_000_000;

test('[MARK-7] an intent lives for half an hour', () => {
  const stored = JSON.stringify({ action: 'like', uuid, at: NOW });
  expect(parseIntent(stored, NOW + 30 * 60_000)).toEqual({ action: 'like', uuid });
  expect(parseIntent(stored, NOW + 30 * 60_000 + 1)).toBeNull();
});

test.each([
  null,
  'like',
  '{}',
  JSON.stringify({ action: 'burn', uuid, at: NOW }),
  JSON.stringify({ action: 'like', uuid: '../me', at: NOW }),
  JSON.stringify({ action: 'like', uuid }),
])('[MARK-7] anything else in the storage is no intent: %s', (stored) => {
  expect(parseIntent(stored, NOW)).toBeNull();
});
