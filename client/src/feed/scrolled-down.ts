import { useSyncExternalStore } from 'react';

/** So little is no reading yet, in CSS pixels. */
const AT_TOP_PX = 80;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether somebody reads further down: what is above them must not move it. */
export function useScrolledDown(): boolean {
  return useSyncExternalStore(subscribe, isScrolledDown, () => false);
}

export function isScrolledDown(): boolean {
  return window.scrollY > AT_TOP_PX;
}
