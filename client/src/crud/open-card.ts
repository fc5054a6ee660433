import type { KeyboardEvent, MouseEvent as Click } from 'react';

/** A click anywhere opens it as the covering link does, but for one on something of its own, or the end of a selection. */
export function openCardOnClick(event: Click<HTMLElement>) {
  const { target, currentTarget: card, ctrlKey, metaKey, shiftKey } = event;
  // A menu of the card stands elsewhere on the page.
  if (!(target instanceof Element) || !card.contains(target) || target.closest('a, button')) return;
  if (window.getSelection()?.isCollapsed === false) return;
  const click = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey });
  card.querySelector('.cover')?.dispatchEvent(click);
}

/** Enter on the card itself opens it; in its links and buttons it does what it does there. */
export function openCardOnEnter(event: KeyboardEvent<HTMLElement>) {
  if (event.key !== 'Enter' || event.target !== event.currentTarget) return;
  event.currentTarget.querySelector<HTMLElement>('.cover')?.click();
}
