import { PAGE_MAX_AGE_MS } from '@cruddur/shared';
import { expect, test } from 'vitest';
import { readPageRequestTiming } from '../../../../client/src/app/server-rendered-page.ts';
import { createServerClock } from '../../../../client/src/base/clock/server-clock.ts';

const serverTiming = (name: string, duration: number): PerformanceServerTiming => ({
  ...{ name, duration, description: '', toJSON: () => undefined },
});

/** A local clock that the test advances, and a server that is a fixed time ahead. */
function openClocks(ahead: number) {
  let local = 1_000_000;
  let requests = 0;
  const clock = createServerClock(
    () => local,
    () => (requests += 1),
  );
  const pass = (ms: number) => (local += ms);
  const serverNow = () => local + ahead;
  const measure = (there: number, back: number) => {
    const askedAt = local;
    pass(there);
    const stated = serverNow();
    pass(back);
    clock.recordAnswerTime(stated, { from: askedAt, precisionMs: 0 });
  };
  /** How far the clock is from the server's. */
  const error = () => Math.abs(clock.now() - serverNow());
  return { clock, measure, pass, serverNow, error, requestCount: () => requests };
}

test('the shortest round trip decides', () => {
  const { measure, error } = openClocks(90_000);
  measure(900, 100);
  measure(5, 5);
  measure(10, 1500);
  expect(error()).toBeLessThanOrEqual(5);
});

test('a page states the time of its rendering and its age, however long it takes to arrive and run', () => {
  const { clock, pass, serverNow, error } = openClocks(90_000);
  const renderedAt = serverNow();
  const ageMs = 7000;
  pass(ageMs);
  const entry = { requestStart: 500, responseStart: 520, serverTiming: [serverTiming('age', ageMs)] };
  const timing = readPageRequestTiming(
    {
      ...{ timeOrigin: 1_000_000 + ageMs, now: () => 4000, getEntriesByType: () => [entry] },
    },
    PAGE_MAX_AGE_MS,
  );
  pass(510);
  const answered = renderedAt + timing.ageMs + 510;
  pass(3490);
  clock.recordAnswerTime(answered, timing);
  expect(error()).toBeLessThanOrEqual(10);
});

test('a page without its age may have been rendered at any time that the cache allows', () => {
  const { clock, pass, serverNow, error } = openClocks(90_000);
  const renderedAt = serverNow();
  pass(7000);
  const entry = { requestStart: 0, responseStart: 20, serverTiming: [serverTiming('proxy', 3)] };
  const timing = readPageRequestTiming(
    {
      ...{ timeOrigin: 1_007_000, now: () => 20, getEntriesByType: () => [entry] },
    },
    PAGE_MAX_AGE_MS,
  );
  pass(20);
  clock.recordAnswerTime(renderedAt, timing);
  expect(error()).toBeLessThanOrEqual(PAGE_MAX_AGE_MS / 2 + 10);
});

test('in a browser without navigation timing the whole load time counts as the round trip', () => {
  const timing = readPageRequestTiming(
    { timeOrigin: 1000, now: () => 400, getEntriesByType: () => [] },
    PAGE_MAX_AGE_MS,
  );
  expect(timing).toEqual({ from: 1000, to: 1400, ageMs: 0, precisionMs: PAGE_MAX_AGE_MS });
});

test('a pushed time that arrives late changes nothing; one that arrives early makes the offset more exact', () => {
  const { clock, measure, pass, serverNow, error, requestCount } = openClocks(90_000);
  measure(5, 5);
  for (const late of [4000, 2500, 300]) {
    const stated = serverNow();
    pass(late);
    clock.recordPushedTime(stated);
    expect(error()).toBeLessThanOrEqual(5);
  }
  expect(requestCount()).toBe(1);
  const rough = openClocks(90_000);
  rough.measure(0, 2000);
  rough.clock.recordPushedTime(rough.serverNow());
  expect(rough.error()).toBeLessThanOrEqual(1000);
  expect(rough.clock.now()).toBeGreaterThanOrEqual(rough.serverNow());
});

test('a local clock that was moved ahead causes an occasional request, whose answer counts', () => {
  const { clock, measure, pass, serverNow, requestCount } = openClocks(0);
  measure(5, 5);
  // The local clock jumps, the server's does not.
  const jump = 3_600_000;
  pass(jump);
  clock.recordPushedTime(serverNow() - jump);
  pass(1000);
  clock.recordPushedTime(serverNow() - jump);
  expect(requestCount()).toBe(1);
  clock.recordAnswerTime(serverNow() - jump, { from: serverNow() - 10, precisionMs: 0 });
  expect(clock.getOffset()).toBeLessThanOrEqual(-jump + 10);
});

test('a local clock that was moved is followed at once', () => {
  const { clock, measure, serverNow } = openClocks(0);
  measure(5, 5);
  const offsets: number[] = [];
  clock.subscribe(() => offsets.push(clock.getOffset()));
  clock.recordPushedTime(serverNow() + 3_660_000);
  expect(clock.getOffset()).toBeGreaterThanOrEqual(3_660_000);
  expect(offsets).toHaveLength(1);
});
