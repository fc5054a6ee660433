import { READS_EVERY_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { createTellRead } from '../../../server/src/domain/messages/tell-read.ts';
import type { Store } from '../../../server/src/domain/ports.ts';
import { createPace } from '../../../server/src/realtime/pace.ts';
import { createHandTimers } from './hand-timers.ts';
import { quiet } from './quiet.ts';

const mark = { group: 'conversation', reader: 'ann' };

function setUp() {
  const timers = createHandTimers();
  let told = 0;
  const change: Store['change'] = async () => {
    told += 1;
    await Promise.resolve();
    throw new Error('the store is away');
  };
  const teller = createTellRead({
    ...{ store: { change }, deliver: () => undefined, logger: quiet },
    makePace: (everyMs, run) => createPace(timers, everyMs, run),
  });
  return { ...teller, timers, told: () => told };
}

test('[MSG-10] how far a conversation is read is told at once, then once a second at most, and the last is not lost', () => {
  const { tellRead, timers, told } = setUp();
  for (let count = 0; count < 50; count += 1) tellRead(mark);
  expect(told()).toBe(1);
  timers.pass(READS_EVERY_MS);
  expect(told()).toBe(2);
  timers.pass(10 * READS_EVERY_MS);
  expect(told()).toBe(2);
  tellRead(mark);
  tellRead({ ...mark, reader: 'bob' });
  expect(told()).toBe(4);
});

test('[MSG-10] nothing is told any more when the gateway closes', () => {
  const { tellRead, timers, told, ...teller } = setUp();
  tellRead(mark);
  tellRead(mark);
  teller.close();
  timers.pass(READS_EVERY_MS);
  expect(told()).toBe(1);
});
