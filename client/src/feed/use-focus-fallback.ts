import { useEffect, type RefObject } from 'react';

/**
 * When the crud that has focus leaves a list, the next one takes it, so that the keyboard does not begin again at the top of
 * the page; after the last one the screen does.
 */
export function useFocusFallback(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const feed = list.current;
    if (!feed) return;
    let focusedCard: Element | null = null;
    const rememberFocusedCard = ({ target }: FocusEvent) => {
      focusedCard = target instanceof Element ? target.closest('article') : null;
    };
    // A removed element takes its focus along without a word, which leaves the body with it.
    const watcher = new MutationObserver((changes) => {
      const change = changes.find(({ removedNodes }) =>
        [...removedNodes].some((node) => focusedCard !== null && node.contains(focusedCard)),
      );
      if (!change || document.activeElement !== document.body) return;
      focusedCard = null;
      // Either the row went, or the card in it and the row says so.
      const removed = change.target === feed ? change : change.target;
      const nextCard =
        findCard(removed.nextSibling, 'nextSibling') ?? findCard(removed.previousSibling, 'previousSibling');
      (nextCard ?? screen())?.focus({ preventScroll: true });
    });
    feed.addEventListener('focusin', rememberFocusedCard);
    watcher.observe(feed, { childList: true, subtree: true });
    return () => {
      feed.removeEventListener('focusin', rememberFocusedCard);
      watcher.disconnect();
      // The last crud took the list along.
      if (focusedCard && document.activeElement === document.body) screen()?.focus({ preventScroll: true });
    };
  }, [list]);
}

const screen = () => document.getElementById('main');

function findCard(start: Node | null, way: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = start; node; node = node[way]) {
    const card = node instanceof Element ? node.querySelector('article') : null;
    if (card) return card;
  }
  return null;
}
