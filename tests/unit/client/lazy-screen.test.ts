import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lazyScreen } from '../../../client/src/lazy/lazy-screen.ts';
import { listFiles } from '../../support/list-files.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { createDeferred } from './create-deferred.ts';

const Screen = () => null;

describe('loading a screen', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('[NAV-1] a chunk that arrives is the screen, and no timer is left', async () => {
    await expect(lazyScreen(3, () => Promise.resolve(Screen))()).resolves.toEqual({ Component: Screen });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('[NAV-1] a chunk that does not arrive within 120 s is a readable failure', async () => {
    const load = lazyScreen(3, () => new Promise(() => undefined))();
    const outcome = expect(load).rejects.toThrow('Loading chunk 3 failed');
    await vi.advanceTimersByTimeAsync(120_000);
    await outcome;
  });

  test('[NAV-1] the load has not failed one moment before', async () => {
    const code = createDeferred<typeof Screen>();
    const load = lazyScreen(3, () => code.promise)();
    await vi.advanceTimersByTimeAsync(119_999);
    code.resolve(Screen);
    await expect(load).resolves.toEqual({ Component: Screen });
  });

  test('[NAV-1] a chunk that fails to load is the same failure, and a retry loads it again', async () => {
    const load = vi.fn().mockRejectedValueOnce(new TypeError('gone')).mockResolvedValueOnce(Screen);
    const screen = lazyScreen(7, load);
    await expect(screen()).rejects.toThrow('Loading chunk 7 failed');
    await expect(screen()).resolves.toEqual({ Component: Screen });
  });

  test('[NAV-1] each screen fails with its own chunk number', () => {
    const sources = listFiles('client/src/app', '.tsx').map(readRepositoryFile).join('\n');
    const numbers = [...sources.matchAll(/lazyScreen\(\s*(\d+)/gu)].map(([, number]) => number);
    expect(numbers.length).toBeGreaterThan(10);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
