import { createTabLock, type TabLock } from '../../client/src/web-lock.ts';

/** What the page of `tab-lock.test.ts` gives to whoever drives it. */
export type TabLockPage = { createLock: (patienceMs: number) => TabLock };

const settle = () => Promise.resolve();

Object.assign(globalThis, {
  createLock: (patienceMs: number) =>
    createTabLock(navigator.locks, { waitForStorage: settle, maxHoldMs: patienceMs }),
});
