import { localItems } from '../base/browser-storage.ts';
import { PAGE_AGE_METRIC, PAGE_DATA_ID, PAGE_STYLES_ID, type PageData } from '@cruddur/shared';
import { pageState } from '../base/page/page-state.ts';
import { insertText } from '../base/ui/keyboard.ts';
import type { RequestTiming } from '../base/clock/server-clock.ts';

/** The data of a server-rendered page; null when the page is client-rendered, or rendered for a visitor and a user is signed in. */
export function readServerRenderedPage(): PageData | null {
  const block = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!block || pageState().waiting !== undefined) return null;
  return JSON.parse(block) as PageData;
}

/** Restores the `style` attributes that `hoistStyles` has moved to a style sheet: the CSP allows none in the page. */
export function restoreStyles(): void {
  const sheet = document.getElementById(PAGE_STYLES_ID);
  if (!(sheet instanceof HTMLStyleElement)) return;
  for (const rule of sheet.sheet?.cssRules ?? []) {
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const element of document.querySelectorAll<HTMLElement>(rule.selectorText)) {
      element.style.cssText = rule.style.cssText;
      delete element.dataset.style;
    }
  }
  sheet.remove();
}

type NavigationTimeline = Pick<Performance, 'timeOrigin' | 'now'> & {
  getEntriesByType: (type: 'navigation') => readonly Partial<PerformanceNavigationTiming>[];
};

/**
 * The interval between the page's request and its first byte, and how long before that byte the server had rendered the page. Without
 * the server's header the age is anything up to the limit.
 */
export function readPageRequestTiming(
  timeline: NavigationTimeline,
  maxAgeMs: number,
): Required<RequestTiming> & { ageMs: number } {
  const [{ requestStart = 0, responseStart = 0, serverTiming = [] } = {}] =
    timeline.getEntriesByType('navigation');
  const { timeOrigin } = timeline;
  const age = serverTiming.find(({ name }) => name === PAGE_AGE_METRIC);
  // A browser without these values has 0.
  return {
    from: timeOrigin + requestStart,
    to: timeOrigin + (responseStart || timeline.now()),
    ageMs: age?.duration ?? 0,
    precisionMs: age ? 0 : maxAgeMs,
  };
}

/** Whether before-paint.ts has removed an expired crud from the page, which then differs from its data. */
export function hasExpired(): boolean {
  return document.querySelector('[data-expired]') !== null;
}

/** Whether the program is to run; before-paint.ts may have loaded it ahead. */
export function isWanted(): boolean {
  return pageState().wanted !== undefined;
}

export function waitUntilWanted(): Promise<void> {
  return new Promise((resolve) =>
    document.documentElement.addEventListener('wanted', () => resolve(), { once: true }),
  );
}

export const PROGRAM_KEY = 'program';

/** From the next page on, before-paint.ts loads this program while the page is idle: its files are in the browser's cache. */
export function rememberProgram(): void {
  try {
    localItems.setItem(PROGRAM_KEY, new URL(import.meta.url).pathname);
  } catch {
    // The storage is full: the program is loaded when it is wanted.
  }
}

/** Replays input that came before hydration. */
interface EarlyInput {
  /** Before or after hydration: React hydrates what is pressed first. */
  replayPress: () => void;
  /** After hydration, when the shortcuts are bound. Keys that are pressed meanwhile follow the recorded ones. */
  replayKeys: () => void;
}

/** Takes the input that before-paint.ts has recorded before hydration; from here on React handles presses. */
export function captureEarlyInput(): EarlyInput {
  const page = document.documentElement;
  page.onclick = page.onkeydown = page.onpointerdown = page.onpointercancel = page.oninput = null;
  const pressed = page.querySelector<HTMLElement>('[data-pressed]');
  const isByKey = pressed?.dataset.pressed === 'key';
  delete pressed?.dataset.pressed;
  const init = { bubbles: true, cancelable: true };
  const pressKey = (target: Element, key: string, shiftKey = false) =>
    target.dispatchEvent(new KeyboardEvent('keydown', { ...init, key, shiftKey }));
  return {
    replayPress() {
      if (!pressed) return;
      // Menus open on these events, and expect the click of a press that is still held; other triggers act on click.
      const isUnhandled = isByKey
        ? pressKey(pressed, 'Enter')
        : pressed.dispatchEvent(new PointerEvent('pointerdown', init));
      if (isUnhandled) pressed.click();
    },
    replayKeys: () => void replayKeys(pressKey),
  };
}

/** Until none is left: the user can press more meanwhile. */
async function replayKeys(press: (target: Element, key: string, shiftKey: boolean) => void): Promise<void> {
  const state = pageState();
  const focused = document.activeElement;
  const insert = (key: string) => document.activeElement !== focused && insertText(key);
  let position = 0;
  for (let key = state.keys?.[0]; key; key = state.keys?.[++position]) {
    // The field that a key has focused receives the rest at once, before the user can type into it.
    if (insert(key)) continue;
    // So does a requested popup. Otherwise the effects of the last key are rendered first.
    if (!document.querySelector('[data-pending-popup]')) await nextTask();
    // A capital is no shortcut.
    if (!insert(key)) press(document.activeElement ?? document.body, key, key !== key.toLowerCase());
  }
  document.onkeydown = null;
  delete state.keys;
}

/** Lets queued tasks run first. Not a timer: timers of hidden pages are throttled. */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
