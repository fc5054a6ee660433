import { useSyncExternalStore } from 'react';

/** How long anything waits for it at most, in milliseconds: on a slow line, too, people want to know whether the page is live. */
const MAX_WAIT_MS = 8000;

/**
 * Whether the page shows what somebody came for, or says that it cannot. What nobody came for waits until then, so that it
 * takes neither line nor processor from what is looked at. Once there, it stays: only the first screen is waited for.
 */
export interface FirstContent {
  /** Something stands in the place of content, such as a skeleton. @returns to be called when it goes; any further call does nothing */
  registerPlaceholder: () => () => void;
  /** Settles when it is there, and never rejects. */
  ready: Promise<void>;
  getSnapshot: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

/** @param afterPaint calls back when what was just put into the page is seen */
export function createFirstContent(afterPaint: (work: () => void) => void): FirstContent {
  let placeholderCount = 0;
  let isReady = false;
  let markReady: () => void = () => undefined;
  const there = new Promise<void>((resolve) => {
    markReady = () => {
      isReady = true;
      resolve();
    };
  });
  let readyTimer: ReturnType<typeof setTimeout> | undefined;

  /** One stand-in may follow another: what has gone by the time it would be seen made place for content. */
  function markReadyWhenEmpty(): void {
    if (placeholderCount === 0) markReady();
  }

  return {
    ready: there,
    getSnapshot: () => isReady,
    subscribe(listener) {
      let listens = true;
      void there.then(() => listens && listener());
      return () => void (listens = false);
    },
    registerPlaceholder() {
      readyTimer ??= setTimeout(markReady, MAX_WAIT_MS);
      placeholderCount += 1;
      let stands = true;
      return () => {
        if (!stands) return;
        stands = false;
        placeholderCount -= 1;
        afterPaint(markReadyWhenEmpty);
      };
    },
  };
}

/** This page's. */
export const firstContent = createFirstContent((work) => {
  // A page that nobody sees is not painted.
  if (document.visibilityState === 'hidden') setTimeout(work);
  else requestAnimationFrame(() => setTimeout(work));
});

export function useFirstContent(): boolean {
  return useSyncExternalStore(firstContent.subscribe, firstContent.getSnapshot, () => false);
}
