import { useEffect, type RefObject } from 'react';

/**
 * When the crud that has focus leaves a list, the next one takes it, so that the keyboard does not begin again at the top of
 * the page; after the last one the screen does.
 */
export function useFocusHeir(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const feed = list.current;
    if (!feed) return;
    let held: Element | null = null;
    const hold = ({ target }: FocusEvent) => {
      held = target instanceof Element ? target.closest('article') : null;
    };
    // A removed element takes its focus along without a word, which leaves the body with it.
    const watcher = new MutationObserver((changes) => {
      const change = changes.find(({ removedNodes }) =>
        [...removedNodes].some((node) => held !== null && node.contains(held)),
      );
      if (!change || document.activeElement !== document.body) return;
      held = null;
      // Either the row went, or the card in it and the row says so.
      const gone = change.target === feed ? change : change.target;
      const heir =
        cardFrom(gone.nextSibling, 'nextSibling') ?? cardFrom(gone.previousSibling, 'previousSibling');
      (heir ?? screen())?.focus({ preventScroll: true });
    });
    feed.addEventListener('focusin', hold);
    watcher.observe(feed, { childList: true, subtree: true });
    return () => {
      feed.removeEventListener('focusin', hold);
      watcher.disconnect();
      // The last crud took the list along.
      if (held && document.activeElement === document.body) screen()?.focus({ preventScroll: true });
    };
  }, [list]);
}

const screen = () => document.getElementById('main');

function cardFrom(start: Node | null, way: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = start; node; node = node[way]) {
    const card = node instanceof Element ? node.querySelector('article') : null;
    if (card) return card;
  }
  return null;
}
