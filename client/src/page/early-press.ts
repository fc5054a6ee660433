/**
 * Takes over the presses on a made page, the last of which before-paint.js has kept: from here on React answers them, also
 * where it has not come yet. @returns does what was asked for
 */
export function takePress(): () => void {
  const page = document.documentElement;
  page.onclick = null;
  const pressed = page.querySelector<HTMLElement>('[data-pressed]');
  delete pressed?.dataset.pressed;
  return () => {
    // At which menus open.
    pressed?.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true, cancelable: true }));
    pressed?.click();
  };
}
