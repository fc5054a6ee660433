import type { DataRouter } from 'react-router-dom';

/** What popups need to handle `popstate` before the router, which does not know their history entries. */
export const earlyPopState: {
  /** The router of the page, once it is created. */
  router?: DataRouter;
  handle?: (event: PopStateEvent) => void;
} = {};

/** To be called before the router is created: a window's listeners run in the order of their registration, captured or not. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => earlyPopState.handle?.(event));
}
