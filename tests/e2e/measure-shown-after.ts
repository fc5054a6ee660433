import type { Page } from 'playwright-core';

/** The longest time that one frame counts for, in milliseconds. */
const FRAME_MAX_MS = 100;

/**
 * How long an element stays on the page after a time, in milliseconds by the frames of the page: a stalled machine, which paints
 * none, adds nothing.
 * @param at in epoch milliseconds
 */
export function measureShownAfter(page: Page, selector: string, at: number): Promise<number> {
  return page.evaluate(
    ({ selector, at, frameMaxMs }) =>
      new Promise<number>((resolve) => {
        let shownMs = 0;
        let last = Date.now();
        const checkFrame = () => {
          const now = Date.now();
          if (!document.querySelector(selector)) {
            resolve(shownMs);
            return;
          }
          if (now > at) shownMs += Math.min(now - Math.max(last, at), frameMaxMs);
          last = now;
          requestAnimationFrame(checkFrame);
        };
        requestAnimationFrame(checkFrame);
      }),
    { selector, at, frameMaxMs: FRAME_MAX_MS },
  );
}
