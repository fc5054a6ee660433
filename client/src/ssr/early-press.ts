/**
 * Takes over the presses on a made page, the last of which before-paint.js has kept: from here on React answers them, also
 * where it has not come yet. @returns does what was asked for
 */
export function captureEarlyPress(): () => void {
  const page = document.documentElement;
  page.onclick = page.onkeydown = null;
  const pressed = page.querySelector<HTMLElement>('[data-pressed]');
  const isByKey = pressed?.dataset.pressed === 'key';
  delete pressed?.dataset.pressed;
  return () => {
    if (!pressed) return;
    const how = { bubbles: true, cancelable: true, key: 'Enter' };
    // At which menus open.
    const isFree = pressed.dispatchEvent(
      isByKey ? new KeyboardEvent('keydown', how) : new PointerEvent('pointerdown', how),
    );
    if (isFree || !isByKey) pressed.click();
  };
}
