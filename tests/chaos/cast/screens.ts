import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { launchChromium } from '../../support/services/chromium.ts';
import type { World } from './world.ts';

/** People at a real browser, whose home feed is looked at. */
export interface Screens extends AsyncDisposable {
  /** Looks at the pages again and again until there is no more writing. */
  watch(): Promise<void>;
  /** Looks at each page from its top. */
  lookOnce(): Promise<void>;
}

const EVERY_MS = 1000;
/** `/@handle/status/uuid`: where a card leads. */
const CARD = 'main a[href*="/status/"]';

/** @param count how many pages; 0 starts no browser */
export async function openScreens(world: World, count: number): Promise<Screens> {
  const { topology, history, people, writing } = world;
  const browser = count > 0 ? await launchChromium() : null;
  const pages: { page: Page; tab: string }[] = [];
  for (const [index, person] of people.slice(0, count).entries()) {
    const context = await browser?.newContext({ baseURL: topology.front });
    const page = await context?.newPage();
    if (!page) continue;
    await page.goto('/signin');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Live', { exact: true }).waitFor();
    pages.push({ page, tab: `screen ${index + 1}` });
  }

  async function look({ page, tab }: { page: Page; tab: string }): Promise<void> {
    // The page's own clock, read together with what it shows: the way to us may take a while.
    const { now, places } = await page.locator(CARD).evaluateAll((links) => ({
      now: Date.now(),
      places: links.map((link) => link.getAttribute('href') ?? ''),
    }));
    const rows = places.map((place) => place.split('/').at(-1) ?? '');
    // Several links of one card lead to one place.
    const cards = rows.filter((row, index) => row !== rows[index - 1]);
    history.note({ type: 'shown', tab, now, rows: cards });
  }

  return {
    async watch() {
      while (!writing.aborted) {
        await pause(EVERY_MS);
        for (const one of pages) await look(one);
      }
    },
    async lookOnce() {
      for (const one of pages) {
        const fresh = one.page.getByRole('button', { name: /new crud/i });
        if (await fresh.isVisible()) await fresh.click();
        await look(one);
      }
    },
    async [Symbol.asyncDispose]() {
      await browser?.close();
    },
  };
}
