import { expect, it } from 'vitest';
import { startStoreClock } from '../../../../server/src/wiring/store-clock.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
const START_MS = Date.UTC(2030, 0, 1);

async function start({ aheadMs = 0, firstWaitMs = 0 } = {}) {
  let [storeMs, systemMs, monotonicMs, reads] = [START_MS, START_MS + aheadMs, 0, 0];
  let [waitMs, sleepMs] = [firstWaitMs, 0];
  const lines: string[] = [];
  const pass = (ms: number) =>
    void ([storeMs, systemMs, monotonicMs] = [storeMs + ms, systemMs + ms, monotonicMs + ms]);
  /** While the machine sleeps, its monotonic clock stands still. */
  const sleep = (ms: number) => void ([storeMs, systemMs] = [storeMs + ms, systemMs + ms]);
  const clock = await startStoreClock({
    readStoreTime: () => {
      reads += 1;
      pass(waitMs);
      const answer = new Date(storeMs);
      sleep(sleepMs);
      return Promise.resolve(answer);
    },
    monotonicMs: () => monotonicMs,
    system: { now: () => new Date(systemMs) },
    logger: {
      error: (fields, text) => void lines.push(`${text} ${JSON.stringify(fields)}`),
      warn: (_, text) => void lines.push(text),
    },
  });
  return {
    ...{ clock, lines, pass, sleep },
    reads: () => reads,
    setClock: (ms: number) => void (systemMs += ms),
    setStoreClock: (ms: number) => void (storeMs += ms),
    /** A reading waits for its connection, and the machine sleeps before its answer. */
    delayReadings: (ms: number, asleepMs = 0) => void ([waitMs, sleepMs] = [ms, asleepMs]),
    aheadOfStoreMs: () => clock.now().getTime() - storeMs,
    isRight: () => clock.now().getTime() === storeMs,
  };
}

it('[TOPOLOGY-17] a gateway whose clock is ahead has the time of the store, and is wrong until the clock is set', async () => {
  const { clock, lines, reads, isRight, pass, setClock } = await start({ aheadMs: 3 * HOUR_MS });
  expect([isRight(), clock.isWrong(), clock.differenceMs()]).toEqual([true, true, 3 * HOUR_MS]);
  expect(lines).toEqual([
    `the clock of this machine differs from the store’s: this gateway is not ready {"difference_ms":10800000}`,
  ]);
  for (let second = 1; second < 5; second += 1) {
    pass(1000);
    await clock.check();
    expect([isRight(), clock.isWrong(), lines.length, reads()]).toEqual([true, true, 1, 1 + second]);
  }
  setClock(-3 * HOUR_MS);
  await clock.check();
  expect([isRight(), clock.isWrong(), clock.differenceMs()]).toEqual([true, false, 0]);
  expect(lines[1]).toBe('the clock of this machine agrees with the store’s again');
});

it('[TOPOLOGY-17] the store’s clock is read at the next check after a write that it found late', async () => {
  const { clock, isRight, pass, setStoreClock } = await start();
  setStoreClock(10_000);
  pass(1000);
  await clock.check();
  expect(isRight()).toBe(false);
  clock.distrust();
  await clock.check();
  expect(isRight()).toBe(true);
});

it('[TOPOLOGY-17] a clock that is set changes no time, and is noticed at the next check', async () => {
  for (const stepMs of [HOUR_MS, -HOUR_MS]) {
    const { clock, reads, isRight, pass, setClock } = await start();
    pass(1000);
    await clock.check();
    expect(reads()).toBe(1);
    setClock(stepMs);
    expect([isRight(), clock.isWrong()]).toEqual([true, false]);
    await clock.check();
    expect([isRight(), clock.isWrong(), reads()]).toEqual([true, true, 2]);
  }
});

it('[TOPOLOGY-17] after a sleep of the machine the time is read again, and a small difference is no fault', async () => {
  const { clock, reads, isRight, pass, sleep } = await start({ aheadMs: 4000 });
  sleep(8 * HOUR_MS);
  expect(isRight()).toBe(false);
  await clock.check();
  expect([isRight(), clock.isWrong(), reads()]).toEqual([true, false, 2]);
  for (let second = 0; second < 59; second += 1) {
    pass(1000);
    await clock.check();
  }
  expect(reads()).toBe(2);
  pass(1000);
  await clock.check();
  expect([isRight(), reads()]).toEqual([true, 3]);
});

it('[TOPOLOGY-17] a reading that takes long sets no clock ahead: the one before is kept, and the next check reads again', async () => {
  const { clock, reads, aheadOfStoreMs, delayReadings, isRight, pass } = await start();
  pass(MINUTE_MS);
  for (const waitMs of [30_000, 1001]) {
    delayReadings(waitMs);
    await clock.check();
    expect([isRight(), clock.isWrong()]).toEqual([true, false]);
  }
  delayReadings(1000);
  await clock.check();
  expect([aheadOfStoreMs(), reads()]).toEqual([500, 4]);
  delayReadings(0);
  pass(1000);
  await clock.check();
  expect(reads()).toBe(4);
  pass(MINUTE_MS);
  await clock.check();
  expect([isRight(), reads()]).toEqual([true, 5]);
});

it('[TOPOLOGY-17] while every reading takes long, its bounds end a wrong state, and show a sleep and a clock that was set', async () => {
  const slow = await start({ firstWaitMs: 6000 });
  slow.delayReadings(1200, 1200);
  await slow.clock.check();
  expect(slow.clock.isWrong()).toBe(false);
  slow.sleep(HOUR_MS);
  await slow.clock.check();
  expect(slow.aheadOfStoreMs()).toBeLessThanOrEqual(0);
  expect(slow.aheadOfStoreMs()).toBeGreaterThan(-5000);
  slow.setClock(HOUR_MS);
  await slow.clock.check();
  expect(slow.clock.isWrong()).toBe(true);
});

it('[TOPOLOGY-17] a reading during which the machine sleeps is read again', async () => {
  const { clock, delayReadings, isRight, pass } = await start();
  pass(MINUTE_MS);
  delayReadings(0, 2000);
  await clock.check();
  delayReadings(0);
  pass(1000);
  await clock.check();
  expect(isRight()).toBe(true);
});

it('[TOPOLOGY-17] a first reading that takes long sets no clock ahead either, and is read again each second', async () => {
  const { clock, reads, delayReadings, isRight, pass } = await start({ firstWaitMs: 30_000 });
  for (const waitMs of [30_000, 0, 0]) {
    expect([isRight(), clock.isWrong()]).toEqual([true, false]);
    pass(1000);
    delayReadings(waitMs);
    await clock.check();
  }
  expect([isRight(), reads()]).toEqual([true, 3]);
});
