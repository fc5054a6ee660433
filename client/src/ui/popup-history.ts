import type { DataRouter } from 'react-router-dom';
import { earlyPopState } from './early-popstate.ts';

/** Marks the history entry of an open popup, which has the address and the router's state of the page below. */
const MARK = 'popup';

interface OpenPopup {
  onBack: () => void;
}

/** The topmost is the last. They share one history entry. */
const openPopups: OpenPopup[] = [];
let router: DataRouter | undefined;
let isRemoving = false;

// A reload has closed the popup of this entry. The router stays where it is.
if (isOnPopupEntry()) history.back();

/**
 * Keeps a history entry while a popup is open, so that Back calls `onBack` and never leaves the page, also one that was opened by
 * its address. The router does not know the entry: it would render the page again and restore its scroll position.
 * @returns releases the entry
 */
export function holdHistoryEntry(currentRouter: DataRouter, onBack: () => void): () => void {
  const popup = { onBack };
  openPopups.push(popup);
  watchHistory(currentRouter);
  adjustEntry();
  return () => {
    openPopups.splice(openPopups.indexOf(popup), 1);
    // In a task of its own: the next popup may take over the entry, and a navigation out of the popup may replace it.
    setTimeout(adjustEntry);
  };
}

/** A navigation out of a popup replaces its entry. */
export function isOnPopupEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state;
}

function watchHistory(currentRouter: DataRouter): void {
  if (router) return;
  router = currentRouter;
  earlyPopState.handle = onPopState;
  router.subscribe(adjustEntry);
}

/** Adds the entry for an open popup, and leaves one without a popup. */
function adjustEntry(): void {
  // A pending navigation may replace the entry.
  if (router?.state.navigation.state !== 'idle') return;
  const isOnEntry = isOnPopupEntry();
  if (openPopups.length > 0 && !isOnEntry) {
    isRemoving = false;
    history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
  } else if (openPopups.length === 0 && isOnEntry && !isRemoving) {
    isRemoving = true;
    history.back();
  }
}

function onPopState(event: PopStateEvent): void {
  const wasRemoving = isRemoving;
  isRemoving = false;
  // Of another page: the router handles it, and `adjustEntry` follows.
  if (!isOnPageOfRouter()) return;
  event.stopImmediatePropagation();
  if (!wasRemoving && !isOnPopupEntry()) openPopups.at(-1)?.onBack();
  // After the popup has closed, unless it refuses to.
  setTimeout(adjustEntry);
}

/** Whether the current entry is that of the page on screen, or that of a popup above it. */
function isOnPageOfRouter(): boolean {
  const state = history.state as { key?: string } | null;
  // An entry that the router has not created has no key; one of a link within the page has no state either.
  return state !== null && (state.key ?? 'default') === router?.state.location.key;
}
