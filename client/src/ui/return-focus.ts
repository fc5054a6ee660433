/** Gives focus back to where it came from, before what has it goes; what is no longer there is stood in for by the screen. */
export function returnFocus(from: HTMLElement | null): void {
  const back = from?.isConnected ? from : document.getElementById('main');
  back?.focus({ preventScroll: true });
}
