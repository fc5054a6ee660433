import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  ALL_SIGN_INS,
  createRevocationTable,
  revocationKey,
} from '../../../server/src/domain/sessions/revocation-table.ts';
import { sha256 } from '../../../server/src/sha256.ts';

const HOUR = 3600;
const start = 1_900_000_000;

test('[SESSION-7] a hundred thousand revocations are all found, take at most 64 bytes each, and free their memory', () => {
  const table = createRevocationTable();
  const keys = Array.from({ length: 100_000 }, () => revocationKey(sha256, randomUUID(), randomUUID()));
  const isLate = (n: number) => n % 100 === 0;
  keys.forEach((key, n) => table.add({ key, allBefore: ALL_SIGN_INS, at: start + (isLate(n) ? HOUR : 0) }));
  expect(table.size()).toBe(keys.length);
  expect(keys.every((key) => table.find(key)?.allBefore === ALL_SIGN_INS)).toBe(true);
  expect(table.find(revocationKey(sha256, randomUUID(), randomUUID()))).toBeUndefined();
  const full = table.bytes();
  expect(full / keys.length).toBeLessThan(64);

  table.removeBefore(start + 1);
  expect(table.size()).toBe(keys.length / 100);
  expect(keys.map((key) => table.find(key) !== undefined)).toEqual(keys.map((_, n) => isLate(n)));
  expect(table.bytes()).toBeLessThan(full / 20);
});

test('[SESSION-7] two revocations under one key are merged into the wider one', () => {
  const table = createRevocationTable();
  const key = revocationKey(sha256, randomUUID());
  expect(table.add({ key, allBefore: start, at: start })).toBe(true);
  expect(table.add({ key, allBefore: start, at: start })).toBe(false);
  expect(table.add({ key, allBefore: start - HOUR, at: start - HOUR })).toBe(false);
  expect(table.add({ key, allBefore: start + HOUR, at: start + HOUR })).toBe(true);
  expect(table.find(key)).toEqual({ allBefore: start + HOUR, at: start + HOUR });
  expect(table.size()).toBe(1);
});
