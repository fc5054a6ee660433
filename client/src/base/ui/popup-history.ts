import { earlyPopState } from './early-popstate.ts';

/** Marks the history entry of a popup, which has the address and the router's state of the page below. */
const MARK = 'popup';

interface OpenPopup {
  onBack: () => void;
}

/** The topmost is the last. They share one history entry. */
const openPopups: OpenPopup[] = [];
let isWatching = false;
/** Before the last `popstate`. */
let wasOnPopupEntry = false;

// A reload has closed the popup of this entry.
if (isOnPopupEntry()) watchHistory();

/**
 * Keeps a history entry while a popup is open, so that Back calls `onBack` and never leaves the page, also one that was opened by
 * its address. The router does not know the entry: it would render the page again and restore its scroll position.
 *
 * The entry stays after the popup: `history.back()` takes effect some time later, and would undo or abort a navigation that the
 * user begins until then. The next popup uses it again, and Back passes over it.
 * @returns called when the popup has closed
 */
export function holdHistoryEntry(onBack: () => void): () => void {
  const popup = { onBack };
  openPopups.push(popup);
  watchHistory();
  addEntry();
  return () => void openPopups.splice(openPopups.indexOf(popup), 1);
}

/** A navigation out of a popup replaces its entry. */
export function isOnPopupEntry(): boolean {
  const state: unknown = history.state;
  return typeof state === 'object' && state !== null && MARK in state;
}

function watchHistory(): void {
  if (isWatching) return;
  isWatching = true;
  wasOnPopupEntry = isOnPopupEntry();
  earlyPopState.handle = onPopState;
  earlyPopState.router?.subscribe(() => {
    addEntry();
    wasOnPopupEntry = isOnPopupEntry();
  });
}

function addEntry(): void {
  // A pending navigation may replace the entry.
  const isNavigating = earlyPopState.router?.state.navigation.state !== 'idle';
  if (openPopups.length === 0 || isNavigating || isOnPopupEntry()) return;
  history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
  wasOnPopupEntry = true;
}

function onPopState(event: PopStateEvent): void {
  const hasLeftPopupEntry = wasOnPopupEntry && !isOnPopupEntry();
  wasOnPopupEntry = isOnPopupEntry();
  // Of another page: the router handles it, and `addEntry` follows.
  if (!isOnPageOfRouter()) return;
  event.stopImmediatePropagation();
  // A link within the page, such as the one to its main part, has an entry of its own.
  if (!hasLeftPopupEntry) return;
  const topmost = openPopups.at(-1);
  if (!topmost) {
    history.back();
    return;
  }
  topmost.onBack();
  // After the popup has closed, unless it refuses to.
  setTimeout(addEntry);
}

/** Whether the current entry is that of the page on screen, or that of a popup above it. */
function isOnPageOfRouter(): boolean {
  const state = history.state as { key?: string } | null;
  // An entry that the router has not created has no key; one of a link within the page has no state either.
  return state !== null && (state.key ?? 'default') === earlyPopState.router?.state.location.key;
}
