import { READS_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createReadMarkPublisher } from '../../../server/src/domain/messages/read-mark-publisher.ts';
import type { Store } from '../../../server/src/domain/ports.ts';
import { createKeyedThrottle } from '../../../server/src/domain/keyed-throttle.ts';
import { createManualTimers } from '../streams/manual-timers.ts';
import { silentLogger } from '../streams/silent-logger.ts';

const mark = { group: 'conversation', reader: 'ann' };

function setUp() {
  const timers = createManualTimers();
  let told = 0;
  const change: Store['runChange'] = async () => {
    told += 1;
    await Promise.resolve();
    throw new Error('the store is away');
  };
  const teller = createReadMarkPublisher({
    ...{ store: { runChange: change }, deliver: () => undefined, logger: silentLogger },
    createThrottle: (everyMs, run) => createKeyedThrottle(timers, everyMs, run),
  });
  return { ...teller, timers, told: () => told };
}

test('[MSG-10] a read mark is published at once, then at most once a second, and the last one is not lost', () => {
  const { tellRead, timers, told } = setUp();
  for (let count = 0; count < 50; count += 1) tellRead(mark);
  expect(told()).toBe(1);
  timers.advance(READS_EVERY_MS);
  expect(told()).toBe(2);
  timers.advance(10 * READS_EVERY_MS);
  expect(told()).toBe(2);
  tellRead(mark);
  tellRead({ ...mark, reader: 'bob' });
  expect(told()).toBe(4);
});

test('[MSG-10] nothing is published after the gateway has closed', () => {
  const { tellRead, timers, told, ...teller } = setUp();
  tellRead(mark);
  tellRead(mark);
  teller.close();
  timers.advance(READS_EVERY_MS);
  expect(told()).toBe(1);
});
