import { useSyncExternalStore } from 'react';

/** Up to this offset the page counts as scrolled to its top. */
const AT_TOP_PX = 80;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether the page is scrolled down, so that rows inserted above would move what is read. */
export function useScrolledDown(): boolean {
  return useSyncExternalStore(subscribe, isScrolledDown, () => false);
}

export function isScrolledDown(): boolean {
  return window.scrollY > AT_TOP_PX;
}
