/** Handles `popstate` before the router. Popups set it: the router does not know their history entries. */
export const earlyPopState: { handle?: (event: PopStateEvent) => void } = {};

/** To be called before the router is created: a window's listeners run in the order of their registration, captured or not. */
export function listenBeforeRouter(): void {
  window.addEventListener('popstate', (event) => earlyPopState.handle?.(event));
}
