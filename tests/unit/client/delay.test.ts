import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { delay } from '../../../client/src/runtime/delay.ts';
import { createTestRuntime } from '../../support/create-test-runtime.ts';

const { timers } = createTestRuntime();

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('[CALL-5] a wait ends by its timer and leaves no listener behind', async () => {
  const call = new AbortController();
  const left = vi.spyOn(call.signal, 'removeEventListener');
  const waited = delay(timers, 1000, call.signal);
  await vi.advanceTimersByTimeAsync(1000);
  await expect(waited).resolves.toBeUndefined();
  expect(left).toHaveBeenCalledOnce();
});

test.each([
  ['before', true],
  ['while', false],
])('[CALL-5] a wait that is aborted %s it began ends at once', async (_, already) => {
  const call = new AbortController();
  if (already) call.abort();
  const waited = delay(timers, 1000, call.signal);
  call.abort();
  await expect(waited).rejects.toMatchObject({ name: 'AbortError' });
  expect(vi.getTimerCount()).toBe(0);
});
