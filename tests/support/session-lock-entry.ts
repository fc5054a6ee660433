import { createTabLock, type TabLock } from '../../client/src/web-lock.ts';

/** The interface between the page of `tab-lock.test.ts` and its driver. */
export type TabLockPage = { createLock: (timeoutMs: number) => TabLock };

const settle = () => Promise.resolve();

Object.assign(globalThis, {
  createLock: (timeoutMs: number) =>
    createTabLock(navigator.locks, { waitForStorage: settle, maxHoldMs: timeoutMs }),
});
