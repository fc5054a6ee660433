import { useSyncExternalStore } from 'react';

/** So little is no reading yet, in CSS pixels. */
const AT_TOP_PX = 80;

function subscribe(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  return () => window.removeEventListener('scroll', listener);
}

/** Whether somebody reads further down. */
export function useScrolledDown(): boolean {
  return useSyncExternalStore(subscribe, () => window.scrollY > AT_TOP_PX);
}
