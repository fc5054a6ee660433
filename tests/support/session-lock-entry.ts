import { createBrowserRuntime } from '../../client/src/base/runtime/browser-runtime.ts';
import { createTabLock, type TabLock } from '../../client/src/base/runtime/web-lock.ts';

/** The interface between the page of `tab-lock.test.ts` and its driver. */
export type TabLockPage = { createLock: (timeoutMs: number) => TabLock };

const { timers } = createBrowserRuntime();

Object.assign(globalThis, {
  createLock: (timeoutMs: number) =>
    createTabLock(navigator.locks, timers, { storageDelayMs: 0, maxHoldMs: timeoutMs }),
});
