import { useEffect, useRef, type RefObject } from 'react';

/** Scrolls a pane and its lists, and nothing around them, until its current items are visible. @param selection changes with them */
export function useSelectionInView<Pane extends HTMLElement>(selection: string): RefObject<Pane | null> {
  const pane = useRef<Pane>(null);
  useEffect(() => {
    for (const item of pane.current?.querySelectorAll<HTMLElement>('[aria-current]') ?? []) {
      for (const box of [item.closest('ul'), pane.current]) if (box) scrollInto(box, item);
    }
  }, [selection]);
  return pane;
}

function scrollInto(box: HTMLElement, item: HTMLElement): void {
  const [outer, inner] = [box.getBoundingClientRect(), item.getBoundingClientRect()];
  box.scrollLeft += overhang(inner.left - outer.left, inner.right - outer.right);
  box.scrollTop += overhang(inner.top - outer.top, inner.bottom - outer.bottom);
}

/** @param start of the item after that of the box @param end of the item after that of the box */
const overhang = (start: number, end: number) => (start < 0 ? start : Math.max(end, 0));
