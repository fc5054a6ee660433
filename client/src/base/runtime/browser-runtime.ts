import { newId } from '../new-id.ts';
import type { Locks } from '../web-lock.ts';
import type { Runtime } from './runtime.ts';

/** This browser's page. The composition root creates it. */
export function createBrowserRuntime(): Runtime {
  return {
    now: () => Date.now(),
    timers: {
      after(ms, run) {
        const timer = setTimeout(run, ms);
        return () => clearTimeout(timer);
      },
      every(ms, run) {
        const timer = setInterval(run, ms);
        return () => clearInterval(timer);
      },
    },
    random: () => Math.random(),
    newId,
    page: {
      isVisible: () => document.visibilityState === 'visible',
      isOnline: () => navigator.onLine,
      on(event, listener, signal) {
        // Changes of the document's visibility bubble up to the window.
        window.addEventListener(event, listener, signal && { signal });
      },
    },
  };
}

/** Undefined on insecure pages, whatever the DOM types say. */
export function getWebLocks(): Locks | undefined {
  return (navigator as Partial<Navigator>).locks;
}
