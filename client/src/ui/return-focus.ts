/** Returns focus to the previously focused element, or to the screen when that element was removed. */
export function returnFocus(from: HTMLElement | null): void {
  const back = from?.isConnected ? from : document.getElementById('main');
  back?.focus({ preventScroll: true });
}
