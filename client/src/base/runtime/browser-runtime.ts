import type { Locks } from './web-lock.ts';
import type { Runtime } from './runtime.ts';

/** A random UUID. `crypto.randomUUID` exists on https and localhost only, this on a LAN address too. */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  // Version 4 and the variant of RFC 9562.
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

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
