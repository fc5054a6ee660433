import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../../support/services/chromium.ts';
import { until } from '../../../support/until.ts';
import type { RunContext } from './run-context.ts';

/** Users with a real browser, whose home feed is read. */
export interface BrowserPages extends AsyncDisposable {
  /** Reads the pages repeatedly until the writing ends. */
  recordContinuously(): Promise<void>;
  /** Reads each page once it shows this crud on top, or its time is over. */
  recordOnceCaughtUp(newest: string | undefined): Promise<void>;
}

const EVERY_MS = 1000;
/** A real page never grows by hundreds of cruds a minute: one that has become this long is reloaded, also during faults. */
const MAX_CARDS = 150;
const CATCH_UP_MS = 5000;
/** `/@handle/status/uuid`: the target of a card. */
const CARD_LINK = 'main a[href*="/status/"]';

/** @param count the number of pages; 0 starts no browser */
export async function openBrowserPages(run: RunContext, count: number): Promise<BrowserPages> {
  const { topology, history, people, writing } = run;
  const browser = count > 0 ? await launchChromium() : null;
  const pages: { page: Page; tab: string }[] = [];
  for (const [index, person] of people.slice(0, count).entries()) {
    const context = await browser?.newContext({ baseURL: topology.front.origin, reducedMotion: 'reduce' });
    const page = await context?.newPage();
    if (!page) continue;
    await page.goto('/signin');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    pages.push({ page, tab: `screen ${index + 1}` });
  }

  async function recordPage({ page, tab }: { page: Page; tab: string }): Promise<string[]> {
    // Work scheduled for one frame is done when the next one is painted, however long a frame takes on a busy machine.
    const { now, places } = await page.evaluate(async (selector) => {
      for (const fold of document.querySelectorAll<HTMLElement>('.folded button')) fold.click();
      const painted: number[] = [];
      while (painted.length < 2)
        painted.push(
          await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0, Date.now()))),
        );
      const links = [...document.querySelectorAll(selector)];
      return { now: painted[0] ?? 0, places: links.map((link) => link.getAttribute('href') ?? '') };
    }, CARD_LINK);
    const rows = places.map((place) => place.split('/').at(-1) ?? '');
    // Several links of one card have the same target.
    const cards = rows.filter((row, index) => row !== rows[index - 1]);
    history.record({ type: 'shown', tab, now, rows: cards });
    return cards;
  }

  return {
    async recordContinuously() {
      while (!writing.aborted) {
        await pause(EVERY_MS);
        for (const one of pages) {
          const rows = await recordPage(one);
          // Without an answer, the next turn tries again.
          if (rows.length === 0 || rows.length > MAX_CARDS) await one.page.reload().catch(() => undefined);
        }
      }
    },
    async recordOnceCaughtUp(newest) {
      for (const one of pages) {
        const isLevel = async () => {
          const fresh = one.page.getByRole('button', { name: /new cruds?/i });
          if (await fresh.isVisible()) await fresh.click();
          return (await recordPage(one))[0] === newest;
        };
        // The checker judges what it shows instead.
        await until(isLevel, { what: 'a page has caught up', timeoutMs: CATCH_UP_MS }).catch(() => undefined);
      }
    },
    async [Symbol.asyncDispose]() {
      await browser?.close();
    },
  };
}
