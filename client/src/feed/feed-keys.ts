import type { KeyboardEvent } from 'react';
import { focusNeighbour } from './focused-crud.ts';

const FOCUSABLE = 'a[href], button:not([disabled]), input, textarea, [tabindex="0"]';

/** The keys of a feed after the ARIA practices: Page Up and Down from crud to crud, Control with Home and End out of it. */
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
