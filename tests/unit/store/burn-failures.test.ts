import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createFailureLog } from '../../../server/src/domain/failure-log.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { openLanes } from '../../../server/src/store/opened-store.ts';
import { silentLogger } from '../streams/silent-logger.ts';

function openUnavailableStore() {
  const pool = {
    connect: () => Promise.reject(new Error('the store is unavailable')),
    end: () => Promise.resolve(),
  };
  return openLanes(pool, { size: 1, reserved: 0, waitingMax: 1, waitMs: 1000 }).db;
}

test('[PURGE-14] replies of a burned crud that cannot be deleted are counted as a failure and logged once', async () => {
  const lines: string[] = [];
  const logger = { ...silentLogger, error: (_facts: object, text: string) => void lines.push(text) };
  const failures = createFailureLog(logger);
  const store = createStore(openUnavailableStore(), systemClock, { failures });
  for (let burn = 0; burn < 3; burn += 1) await store.finishBurns();
  expect(failures.counts().get('burns')).toBe(3);
  expect(lines).toEqual(['a chore failed']);
});
