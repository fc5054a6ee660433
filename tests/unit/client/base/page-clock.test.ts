import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPageClock } from '../../../../client/src/base/clock/clock-react.tsx';
import { createTestRuntime } from '../../../support/create-test-runtime.ts';

beforeEach(() => void vi.useFakeTimers({ now: 1_000_000_000_000 }));
afterEach(() => void vi.useRealTimers());

const HOUR_MS = 3_600_000;

/** The clock of a page. */
function open(serverRenderedAt?: number) {
  const tab = createTestRuntime();
  const clock = createPageClock(Date.now, tab, serverRenderedAt);
  /** The page becomes visible an hour later; no timer ran meanwhile. */
  const wakeUp = () => {
    vi.setSystemTime(Date.now() + HOUR_MS);
    tab.changePage('visibilitychange');
  };
  return { clock, wakeUp };
}

test('one timer serves any number of listeners, and none runs without them', () => {
  const { clock } = open();
  const leave = Array.from({ length: 100 }, () => clock.subscribe(10_000, () => undefined));
  expect(vi.getTimerCount()).toBe(1);
  leave.push(clock.subscribe(500, () => undefined));
  expect(vi.getTimerCount()).toBe(1);
  for (const stop of leave) stop();
  expect(vi.getTimerCount()).toBe(0);
});

test('each listener is called at its own interval, and the time is constant between ticks', () => {
  const { clock } = open();
  const [calm, fine] = [vi.fn(), vi.fn()];
  clock.read(10_000);
  clock.subscribe(10_000, calm);
  clock.subscribe(500, fine);
  vi.advanceTimersByTime(500);
  const before = clock.read(500);
  vi.advanceTimersByTime(499);
  expect(clock.read(500)).toBe(before);
  vi.advanceTimersByTime(19_001);
  expect(fine.mock.calls.length).toBeGreaterThanOrEqual(39);
  expect(calm.mock.calls.length).toBeGreaterThanOrEqual(1);
  expect(calm.mock.calls.length).toBeLessThanOrEqual(2);
});

test('a page that becomes visible gets the time at once, and its alarms fire', () => {
  const [ticking, alarmed] = [open(), open()];
  const [listener, rings] = [vi.fn(), vi.fn()];
  ticking.clock.subscribe(10_000, listener);
  alarmed.clock.setAlarm(Date.now() + 5000, rings);
  ticking.wakeUp();
  expect(listener).toHaveBeenCalledOnce();
  expect(ticking.clock.read(10_000)).toBe(Date.now());
  alarmed.wakeUp();
  expect(rings).toHaveBeenCalledOnce();
});

test('the texts of a server-rendered page stay until the first tick, which updates every listener', () => {
  const madeAt = Date.now() - 700;
  const { clock } = open(madeAt);
  const calm = vi.fn();
  clock.subscribe(10_000, calm);
  expect(clock.read(10_000)).toBe(madeAt);
  // Labels that count seconds are never older than two of their steps.
  expect(clock.read(500)).toBe(madeAt);
  vi.advanceTimersByTime(300);
  expect(clock.read(500)).toBe(Date.now());
  vi.advanceTimersByTime(9700);
  expect(calm).toHaveBeenCalledOnce();
  expect(clock.read(10_000)).toBe(Date.now());
  // An outdated page is updated at once.
  expect(open(Date.now() - 20_000).clock.read(10_000)).toBe(Date.now());
});

test('an alarm fires in its exact moment, once, and a cancelled one never', () => {
  const { clock } = open();
  const [rings, never, far] = [vi.fn(), vi.fn(), vi.fn()];
  const at = Date.now() + 1234;
  clock.setAlarm(at, rings);
  clock.setAlarm(at, never)();
  // Further away than the maximum delay of a timer.
  clock.setAlarm(at + 2 ** 32, far);
  vi.advanceTimersByTime(1233);
  expect(rings).not.toHaveBeenCalled();
  expect(clock.hasPassed(at)).toBe(false);
  vi.advanceTimersByTime(1);
  expect(rings).toHaveBeenCalledOnce();
  expect(clock.hasPassed(at)).toBe(true);
  vi.advanceTimersByTime(60_000);
  expect(rings).toHaveBeenCalledOnce();
  expect(never).not.toHaveBeenCalled();
  expect(far).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(1);
});

test('[EXPIRY-6] the clock continues for a new listener after the last alarm fired without listeners', () => {
  const { clock } = open();
  clock.setAlarm(Date.now() + 100, () => undefined);
  vi.advanceTimersByTime(200);
  expect(vi.getTimerCount()).toBe(0);
  const [rings, listener] = [vi.fn(), vi.fn()];
  clock.setAlarm(Date.now() + 100, rings);
  clock.subscribe(10_000, listener);
  vi.advanceTimersByTime(100);
  expect(rings).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(20_000);
  expect(listener).toHaveBeenCalled();
});

test('a corrected time applies at once, to alarms and timers, and a cleared timer never fires', () => {
  const { clock } = open();
  const [listener, rings, timed, cleared] = [vi.fn(), vi.fn(), vi.fn(), vi.fn()];
  clock.timers.clearTimeout(clock.timers.setTimeout(cleared, 7000));
  expect(vi.getTimerCount()).toBe(0);
  clock.subscribe(10_000, listener);
  clock.setAlarm(Date.now() + 5000, rings);
  clock.timers.setTimeout(timed, 8000);
  clock.setTimeSource(() => Date.now() + 6000);
  expect(listener).toHaveBeenCalledOnce();
  expect(rings).toHaveBeenCalledOnce();
  expect(timed).not.toHaveBeenCalled();
  vi.advanceTimersByTime(2000);
  expect(timed).toHaveBeenCalledOnce();
  expect(cleared).not.toHaveBeenCalled();
});
