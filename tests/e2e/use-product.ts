import type { Page } from 'playwright-core';
import { addCruds } from '../support/add-cruds.ts';
import { recordLayoutShifts, type ShiftedLayout } from '../support/measure-layout-shift.ts';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import type { E2eContext } from './set-up-e2e.ts';
import { postCrud } from './test-browser.ts';

/** Writes cruds, mostly one at a time and sometimes several in a second, until `stop` is called. */
function writeCruds(author: TestPerson): { stop: () => Promise<void> } {
  const stopController = new AbortController();
  const { signal } = stopController;
  let count = 0;
  const write = async () => {
    count += 1;
    const message = `Live ${String(count)}. ${'Some words to read. '.repeat(count % 6)}`;
    await author.callOk('createActivity', { body: { message, ttl: '1-day' } });
  };
  const running = (async () => {
    for (let round = 1; !signal.aborted; round += 1) {
      await write();
      if (round % 4 === 0) for (let burst = 0; burst < 4; burst += 1) await write();
      const next = performance.now() + 700 + (round % 3) * 500;
      await until(() => signal.aborted || performance.now() > next, { what: 'the next crud is due' });
    }
  })();
  return {
    stop() {
      stopController.abort();
      return running;
    },
  };
}

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 }).first().waitFor();
const openSection = (page: Page, name: string) =>
  page
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .filter({ visible: true })
    .first()
    .click();

/** The page at rest for a moment, while cruds arrive. */
async function rest(page: Page, ms: number): Promise<void> {
  const end = performance.now() + ms;
  await until(() => performance.now() > end, { what: 'time passes', timeoutMs: ms + 10_000 });
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
}

/** One round of use that starts and ends on the home feed, without a reload. */
async function useProduct(page: Page, round: number): Promise<void> {
  const articles = page.getByRole('article');
  // Reading, without pointing at anything.
  await page.mouse.move(2, 400);
  await rest(page, 2500);
  // Pointing at the feed, and liking.
  await articles.nth(1).hover();
  await rest(page, 2000);
  await articles.nth(1).locator('[data-action=like]').click();
  await rest(page, 1000);
  await page.mouse.move(2, 400);
  const pill = page.locator('[data-shows-new]');
  if (await pill.isVisible()) await pill.click();
  await postCrud(page, `Own ${String(round)}`);
  await page.mouse.move(2, 400);
  await rest(page, 1500);
  // Its text, because the middle of a card may be one of its buttons.
  await articles.nth(2).locator('.crud-text').click();
  await heading(page, 'Crud');
  await rest(page, 700);
  await page.getByRole('button', { name: 'Back' }).first().click();
  await heading(page, 'Home');
  for (const section of ['Notifications', 'Messages']) {
    await openSection(page, section);
    await heading(page, section);
    await rest(page, 700);
  }
  await openSection(page, 'Home');
  await heading(page, 'Home');
  await rest(page, 700);
  for (const by of [1500, -1500]) {
    await page.mouse.wheel(0, by);
    await rest(page, 700);
  }
}

const OUTAGE_MS = 10_000;

/** The layout shifts of a session with live inserts and an outage in its middle, except those that an input has caused. */
export async function shiftsDuringUse(
  e2e: E2eContext,
  { rounds }: { rounds: number },
): Promise<ShiftedLayout[]> {
  const bob = await e2e.app.signUp({ name: 'Bob Busy', handle: 'bob_busy' });
  await addCruds(e2e.app, { author: bob.sub, count: 40, textOf: (index) => `Old ${String(index)}` });
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Calm', handle: 'ann_calm' });
  const { page } = ann;
  await page.getByRole('article').first().waitFor();
  const readShifts = await recordLayoutShifts(page);
  const writer = writeCruds(bob);
  try {
    for (let round = 1; round <= rounds; round += 1) {
      await useProduct(page, round);
      if (round !== Math.ceil(rounds / 2)) continue;
      await page.mouse.move(2, 400);
      await page.context().setOffline(true);
      await page.getByText('You are offline').waitFor();
      await rest(page, OUTAGE_MS);
      await page.context().setOffline(false);
      await page.getByText('Back. Nothing was missed.').waitFor();
      await page.getByText('Back. Nothing was missed.').waitFor({ state: 'hidden' });
    }
  } finally {
    await writer.stop();
  }
  return await readShifts();
}
