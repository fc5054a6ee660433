import { expect, test } from 'vitest';
import { shareReads } from '../../../client/src/outbox/share-reads.ts';
import { until } from '../../support/until.ts';

function createReads() {
  const started: { resolve: (value: number) => void; reject: (failure: Error) => void }[] = [];
  const read = shareReads(
    () => new Promise<number>((resolve, reject) => void started.push({ resolve, reject })),
  );
  return { started, read };
}

test('[OUTBOX-16] changes during a read share the next one, which begins after it', async () => {
  const { started, read } = createReads();
  const first = read();
  const [second, third] = [read(), read()];
  expect(started).toHaveLength(1);
  started[0]?.resolve(1);
  expect(await first).toBe(1);
  await until(() => started.length === 2, { what: 'the shared read begins' });
  started[1]?.resolve(2);
  expect(await Promise.all([second, third])).toEqual([2, 2]);
});

test('[OUTBOX-16] a failed read fails its own callers only', async () => {
  const { started, read } = createReads();
  const first = read();
  const second = read();
  started[0]?.reject(new Error('the database is missing'));
  await expect(first).rejects.toThrow('the database is missing');
  await until(() => started.length === 2, { what: 'the next read begins' });
  started[1]?.resolve(2);
  expect(await second).toBe(2);
});
