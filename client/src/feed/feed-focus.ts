import { useEffect, type KeyboardEvent, type RefObject } from 'react';
import { focusNeighbour } from './focused-crud.ts';

const FOCUSABLE = 'a[href], button:not([disabled]), input, textarea, [tabindex="0"]';

/** The keys of the ARIA feed pattern: Page Up and Down move between cruds, Control with Home and End leave the feed. */
export function handleFeedKeys(event: KeyboardEvent<HTMLElement>): void {
  if (moveFocus(event)) event.preventDefault();
}

function moveFocus({ key, ctrlKey, currentTarget }: KeyboardEvent<HTMLElement>): boolean {
  if (key === 'PageDown') return focusNeighbour(1);
  if (key === 'PageUp') return focusNeighbour(-1);
  if (ctrlKey && key === 'Home') return leaveFeed(currentTarget, Node.DOCUMENT_POSITION_PRECEDING);
  if (ctrlKey && key === 'End') return leaveFeed(currentTarget, Node.DOCUMENT_POSITION_FOLLOWING);
  return false;
}

function leaveFeed(feed: HTMLElement, side: number): boolean {
  const stops = [...document.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(
    (stop) =>
      (feed.compareDocumentPosition(stop) & side) !== 0 && !feed.contains(stop) && stop.checkVisibility(),
  );
  const stop = side === Node.DOCUMENT_POSITION_PRECEDING ? stops.at(-1) : stops[0];
  stop?.focus();
  return stop !== undefined;
}

/**
 * When the focused crud leaves a list, moves focus to the next one, else to the screen: otherwise the body would get it, and the
 * next Tab would start at the top of the page.
 */
export function useFocusFallback(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const feed = list.current;
    if (!feed) return;
    let focusedCard: Element | null = null;
    const rememberFocusedCard = ({ target }: FocusEvent) => {
      focusedCard = target instanceof Element ? target.closest('article') : null;
    };
    // The removal of a focused element fires no blur event.
    const observer = new MutationObserver((changes) => {
      const change = changes.find(({ removedNodes }) =>
        [...removedNodes].some((node) => focusedCard !== null && node.contains(focusedCard)),
      );
      if (!change || document.activeElement !== document.body) return;
      focusedCard = null;
      // Either the whole row was removed from the feed, or the card from its row.
      const removed = change.target === feed ? change : change.target;
      const nextCard =
        findCard(removed.nextSibling, 'nextSibling') ?? findCard(removed.previousSibling, 'previousSibling');
      (nextCard ?? findScreen())?.focus({ preventScroll: true });
    });
    feed.addEventListener('focusin', rememberFocusedCard);
    observer.observe(feed, { childList: true, subtree: true });
    return () => {
      feed.removeEventListener('focusin', rememberFocusedCard);
      observer.disconnect();
      // The last crud of a list unmounts the list.
      if (focusedCard && document.activeElement === document.body)
        findScreen()?.focus({ preventScroll: true });
    };
  }, [list]);
}

function findScreen(): HTMLElement | null {
  return document.getElementById('main');
}

function findCard(start: Node | null, direction: 'nextSibling' | 'previousSibling'): HTMLElement | null {
  for (let node = start; node; node = node[direction]) {
    const card = node instanceof Element ? node.querySelector('article') : null;
    if (card) return card;
  }
  return null;
}
