import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../support/until.ts';

/** A user who has only a keyboard. At each tab stop the focus must be visible. */
export interface KeyboardUser {
  press: (...keys: string[]) => Promise<void>;
  type: (text: string) => Promise<void>;
  /** Presses Tab, or Shift+Tab for `back`, until the target has the focus. */
  tabTo: (target: Locator, way?: 'on' | 'back') => Promise<void>;
  /** Waits until the target has the focus, visibly. */
  expectFocus: (target: Locator) => Promise<void>;
  /** Checks that the focus is on the page and was not lost with a removed element. */
  expectFocusKept: () => Promise<void>;
}

/** More tab stops than any tested page has. */
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
        expect(isSeen, `focus is visible on ${name}`).toBe(true);
        passed.push(name);
        if (passed.length > MAX_TAB_STOPS)
          throw new Error(`${String(target)} was not reached by ${passed.join(' > ')}`);
      }
    },
    async expectFocus(target) {
      await until(() => hasFocus(target), { what: `focus is on ${String(target)}` });
      const { name, isSeen } = await page.evaluate(readFocus);
      expect(isSeen, `focus is visible on ${name}`).toBe(true);
    },
    async expectFocusKept() {
      await until(() => page.evaluate(() => document.activeElement !== document.body), {
        what: 'focus is on the page',
      });
    },
  };
  return hands;
}

/** The focused element, and whether its focus is visible: by its outline, or by a ring around it. Runs in the page. */
function readFocus(): { name: string; isSeen: boolean } {
  const active = document.activeElement ?? document.body;
  const name = active.getAttribute('aria-label') ?? active.textContent.trim().slice(0, 40);
  // Between the last and the first tab stop the focus is in the browser's own controls.
  if (active === document.body) return { name: 'the browser', isSeen: true };
  const probe = document.body.appendChild(document.createElement('i'));
  probe.style.color = 'var(--focus)';
  const focusRing = getComputedStyle(probe).color;
  probe.remove();
  const frames = [active, active.parentElement, active.parentElement?.parentElement];
  const isSeen =
    // The single textarea of a dialog shows only its caret, because there is no other field to confuse it with.
    active.matches('textarea.bare') ||
    frames.some((frame) => {
      if (!frame) return false;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(frame);
      return (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow.includes(focusRing);
    });
  return {
    name: `${active.tagName.toLowerCase()} ${name}`,
    isSeen: isSeen && active.matches(':focus-visible'),
  };
}
