import type { Page } from 'playwright-core';
import type { MeasuredPage } from './measured-page.ts';

/** In the order of the report; the targets in milliseconds. */
export const TARGETS = {
  'open popup': 100,
  'type in popup': 50,
  'close popup': 100,
  like: 100,
  'switch screen': 100,
  'open conversation': 100,
  'type in conversation': 50,
} as const;

export type InteractionName = keyof typeof TARGETS;

type Report = (name: InteractionName, durations: readonly number[]) => void;

const TEXT = 'well, ';
/** A quick typist. */
const KEY_PAUSE_MS = 90;
/** A quick press of a mouse's button or a finger. Without a duration, its beginning and its end would share the frame of the result. */
export const PRESS_MS = 60;
/** The characters of one run of typing. */
export const KEYS_TYPED = TEXT.length;
const ATTEMPTS_MAX = 5;
/** Rows near the header are about to move. */
const HEADER_PX = 200;
const LIKE = '[role=feed] [data-action=like][aria-pressed=false]';
const POPUP = '[role=dialog]';
const COMPOSER = '.message-composer textarea, form textarea[name=message]';

/** Goes once through all interactions, beginning and ending at the top of the home feed. */
export async function runRound(
  { page, measure }: MeasuredPage,
  round: number,
  report: Report,
): Promise<void> {
  /** Repeats input that had no result. @param input returns the selector of its result */
  async function give(name: InteractionName, input: () => Promise<string>): Promise<void> {
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const durations = await measure(input);
      if (durations) {
        report(name, durations);
        return;
      }
    }
    throw new Error(`No result of "${name}"`);
  }
  const press = (name: InteractionName, selector: string, shown: string) =>
    give(name, async () => {
      await pressCentre(page, selector);
      return shown;
    });
  const type = (name: InteractionName, shown: string) =>
    give(name, async () => {
      await page.keyboard.type(TEXT, { delay: KEY_PAUSE_MS });
      return shown;
    });

  await press('open popup', '.nav button[aria-label=Crud]', `${POPUP} textarea:focus`);
  await type('type in popup', POPUP);
  await give('close popup', async () => {
    await page.keyboard.press('Escape');
    return `body:not(:has(${POPUP}))`;
  });
  await give('like', async () => {
    const uuid = await pressCentre(page, LIKE);
    return `[data-crud="${uuid}"] [data-action=like][aria-pressed=true]`;
  });

  // A pressed link is highlighted before its screen is rendered; the result is the screen.
  await press(
    'switch screen',
    '.nav-item[href="/notifications"]',
    'body:not(:has([role=feed][aria-label=Home]))',
  );
  const row = `li:nth-child(${String((round % 2) + 1)}) > a.conversation-row`;
  // Placeholder rows are no links.
  await press('switch screen', '.nav-item[href="/messages"]', row);
  await press('open conversation', row, COMPOSER);
  await page.locator(COMPOSER).click();
  await type('type in conversation', COMPOSER);
  await press('switch screen', '.nav-item[href="/"]', '[role=feed] article');
}

/**
 * Presses the first element that matches and is in sight, without the driver's own checks, which would use the page's processor
 * time. @returns the crud that it belongs to
 */
async function pressCentre(page: Page, selector: string): Promise<string> {
  const found = await page.evaluate(
    ({ selector, headerPx }) => {
      for (const element of document.querySelectorAll(selector)) {
        const { top, bottom, left, width, height } = element.getBoundingClientRect();
        if (top < headerPx && element.closest('[role=feed]')) continue;
        if (bottom > innerHeight) break;
        const crud = element.closest<HTMLElement>('[data-crud]')?.dataset.crud ?? '';
        return { x: left + width / 2, y: top + height / 2, crud };
      }
      return null;
    },
    { selector, headerPx: HEADER_PX },
  );
  if (!found) throw new Error(`No ${selector} to press`);
  await page.mouse.move(found.x, found.y);
  await page.mouse.click(found.x, found.y, { delay: PRESS_MS });
  return found.crud;
}
