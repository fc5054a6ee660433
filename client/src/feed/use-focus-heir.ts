import { useEffect, type RefObject } from 'react';

/** When the crud that has focus leaves a list, the next one takes it, so that the keyboard does not begin again at the top. */
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
      const change = changes.find(({ removedNodes }) => held !== null && [...removedNodes].includes(held));
      if (!change || document.activeElement !== document.body) return;
      held = null;
      const heir =
        articleFrom(change.nextSibling, 'nextSibling') ??
        articleFrom(change.previousSibling, 'previousSibling');
      heir?.querySelector<HTMLElement>('.cover')?.focus({ preventScroll: true });
    });
    feed.addEventListener('focusin', hold);
    watcher.observe(feed, { childList: true });
    return () => {
      feed.removeEventListener('focusin', hold);
      watcher.disconnect();
    };
  }, [list]);
}

function articleFrom(start: Node | null, way: 'nextSibling' | 'previousSibling'): Element | null {
  for (let node = start; node; node = node[way])
    if (node instanceof Element && node.matches('article')) return node;
  return null;
}
