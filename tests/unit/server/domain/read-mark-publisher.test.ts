import { READS_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createFailureLog } from '../../../../server/src/domain/failure-log.ts';
import { createReadMarkPublisher } from '../../../../server/src/domain/messages/read-mark-publisher.ts';
import type { Store } from '../../../../server/src/domain/ports.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { flushPendingWork, silentLogger } from '../streams/silent-logger.ts';

const mark = { group: 'conversation', reader: 'ann' };

function setUp() {
  const timers = createManualTimers();
  const failures = createFailureLog(silentLogger);
  let published = 0;
  const runRead: Store['runRead'] = async () => {
    published += 1;
    await Promise.resolve();
    throw new Error('the store is unavailable');
  };
  const publisher = createReadMarkPublisher({
    store: { runRead },
    deliver: () => undefined,
    timers,
    failures,
  });
  return { ...publisher, timers, failures, publishedCount: () => published };
}

test('a read mark is published at once, then at most once a second, and the last one is not lost, unless the gateway closes', () => {
  const { publishReadMark, timers, publishedCount, ...publisher } = setUp();
  for (let count = 0; count < 50; count += 1) publishReadMark(mark);
  expect(publishedCount()).toBe(1);
  timers.advance(READS_EVERY_MS);
  expect(publishedCount()).toBe(2);
  timers.advance(10 * READS_EVERY_MS);
  expect(publishedCount()).toBe(2);
  publishReadMark(mark);
  publishReadMark({ ...mark, reader: 'bob' });
  expect(publishedCount()).toBe(4);
  publishReadMark(mark);
  publisher.close();
  timers.advance(READS_EVERY_MS);
  expect(publishedCount()).toBe(4);
});

test('a read mark that cannot be published is counted as a failure', async () => {
  const { publishReadMark, failures } = setUp();
  publishReadMark(mark);
  publishReadMark({ ...mark, reader: 'bob' });
  await flushPendingWork();
  expect([...failures.counts()]).toEqual([['read marks', 2]]);
});
