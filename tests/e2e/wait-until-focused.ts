import type { Locator } from 'playwright-core';

/** Waits until the element has focus. A dialog that opens takes focus, and one that closes returns it, in a task of its own. */
export const waitUntilFocused = (target: Locator): Promise<void> =>
  target.and(target.page().locator(':focus')).waitFor();
