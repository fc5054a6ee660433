import { useCallback, useRef, type RefObject } from 'react';

/** An element that something may open at. It is known to what opens, and nothing is rendered for it before. */
export type Anchor = RefObject<HTMLElement | null>;

/** @returns the element, and the `ref` that it must be given */
export function useAnchor(): [at: Anchor, attach: (element: HTMLElement | null) => void] {
  const at = useRef<HTMLElement>(null);
  const attach = useCallback((element: HTMLElement | null) => {
    at.current = element;
  }, []);
  return [at, attach];
}
