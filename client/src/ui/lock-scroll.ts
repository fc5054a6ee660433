let locks = 0;

/**
 * Stops the page from scrolling until the returned function is called. The style sheet selects the attribute: with `:has()`, Chromium
 * would look for open dialogs after each change of a text field in the page.
 */
export function lockScroll(): () => void {
  update(locks + 1);
  return () => update(locks - 1);
}

function update(next: number): void {
  locks = next;
  document.documentElement.toggleAttribute('data-has-dialog', locks > 0);
}
