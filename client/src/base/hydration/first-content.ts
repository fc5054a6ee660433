import { useSyncExternalStore } from 'react';

/** The longest wait: on a slow connection, too, the live updates must start. */
const MAX_WAIT_MS = 8000;

/**
 * Whether the page shows its main content or its error. Less important requests and chunks wait for it, so that they do not
 * compete for network and processor. It never becomes false again: only the first screen is waited for.
 */
interface FirstContent {
  /** Registers a placeholder of content, such as a skeleton. @returns unregisters it; further calls do nothing */
  registerPlaceholder: () => () => void;
  /** Resolves when the content is shown; never rejects. */
  ready: Promise<void>;
  getSnapshot: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** @param afterPaint calls back after the next paint */
export function createFirstContent(afterPaint: (work: () => void) => void): FirstContent {
  let placeholderCount = 0;
  let isReady = false;
  let markReady: () => void = () => undefined;
  const ready = new Promise<void>((resolve) => {
    markReady = () => {
      isReady = true;
      resolve();
    };
  });
  let readyTimer: ReturnType<typeof setTimeout> | undefined;

  /** Called after a paint, since one placeholder may replace another in the same frame. */
  function markReadyWhenEmpty(): void {
    if (placeholderCount === 0) markReady();
  }

  return {
    ready,
    getSnapshot: () => isReady,
    subscribe(listener) {
      let isSubscribed = true;
      void ready.then(() => isSubscribed && listener());
      return () => void (isSubscribed = false);
    },
    registerPlaceholder() {
      readyTimer ??= setTimeout(markReady, MAX_WAIT_MS);
      placeholderCount += 1;
      let isRegistered = true;
      return () => {
        if (!isRegistered) return;
        isRegistered = false;
        placeholderCount -= 1;
        afterPaint(markReadyWhenEmpty);
      };
    },
  };
}

export const firstContent = createFirstContent((work) => {
  // A hidden page has no animation frames.
  if (document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
});

export function useFirstContent(): boolean {
  return useSyncExternalStore(firstContent.subscribe, firstContent.getSnapshot, () => false);
}
