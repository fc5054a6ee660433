import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/until.ts';

/** Somebody who has a keyboard and nothing else. At each stop an eye must be able to tell where the keyboard is. */
export interface KeyboardUser {
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Goes from stop to stop until it is there: on, or back. */
  tabTo: (target: Locator, way?: 'on' | 'back') => Promise<void>;
  /** Waits until focus is there, and seen. */
  expectFocus: (target: Locator) => Promise<void>;
  /** Focus is somewhere on the page, not lost with what went. */
  expectFocusKept: () => Promise<void>;
}

/** More stops than any page of the tests has. */
const MAX_TAB_STOPS = 120;

export function createKeyboardUser(page: Page): KeyboardUser {
  const { keyboard } = page;
  const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement);
  const hands: KeyboardUser = {
    async press(...keys) {
      for (const key of keys) await keyboard.press(key);
    },
    type: (text) => keyboard.type(text),
    async tabTo(target, way = 'on') {
      await target.waitFor();
      const passed: string[] = [];
      while (!(await hasFocus(target))) {
        await keyboard.press(way === 'on' ? 'Tab' : 'Shift+Tab');
        const { name, isSeen } = await page.evaluate(readFocus);
        expect(isSeen, `focus is seen on ${name}`).toBe(true);
        passed.push(name);
        if (passed.length > MAX_TAB_STOPS)
          throw new Error(`Not reached: ${String(target)}, by ${passed.join(' > ')}`);
      }
    },
    async expectFocus(target) {
      await until(() => hasFocus(target), { what: `focus is on ${String(target)}` });
      const { name, isSeen } = await page.evaluate(readFocus);
      expect(isSeen, `focus is seen on ${name}`).toBe(true);
    },
    async expectFocusKept() {
      await until(() => page.evaluate(() => document.activeElement !== document.body), {
        what: 'focus is on the page',
      });
    },
  };
  return hands;
}

/** What has focus, and whether it shows: by its outline, or by a ring of its own around it. Runs in the page. */
function readFocus(): { name: string; isSeen: boolean } {
  const active = document.activeElement ?? document.body;
  const name = active.getAttribute('aria-label') ?? active.textContent.trim().slice(0, 40);
  // Between the last stop and the first the keyboard is with the browser.
  if (active === document.body) return { name: 'the browser', isSeen: true };
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--focus)';
  const ring = getComputedStyle(probe).color;
  probe.remove();
  const frames = [active, active.parentElement, active.parentElement?.parentElement];
  const isSeen =
    // The one big text of a dialog has a caret, and nothing beside it to be told from.
    active.matches('textarea.bare') ||
    frames.some((frame) => {
      if (!frame) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(frame);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow.includes(ring);
    });
  return {
    name: `${active.tagName.toLowerCase()} ${name}`,
    isSeen: isSeen && active.matches(':focus-visible'),
  };
}
