import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import { measurePageMemory, measureLongestTasks } from './page-performance.ts';
import { setUpE2e } from './set-up-e2e.ts';

const MANY = 5000;
const FIRST = 500;
const MAX_TASK_MS = 100;
const MINUTES = 8 * 60_000;

const textOf = (index: number) => `Crud ${String(index)}. ${'Some words to read. '.repeat(index % 7)}`;
const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });

it(
  '[FEED-17] scrolling through 5,000 cruds causes no long task, in steady memory',
  async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Many', handle: 'bob_many' });
    const { page } = await e2e.openSignedInBrowser({ name: 'Ann Many', handle: 'ann_many' });
    await addCruds(e2e.app, { author: bob.sub, count: MANY, textOf });
    await page.goto('/');
    await page.getByText(`Crud ${String(MANY - 1)}.`).waitFor();
    await scrollTo(page, FIRST);
    const early = await measurePageMemory(page);
    await scrollTo(page, MANY - 700);
    const tasks = await measureLongestTasks(e2e.browser, page, () => scrollTo(page, MANY - 100));
    const late = await measurePageMemory(page);
    const measured = JSON.stringify({ early, late, tasks });
    expect(tasks, measured).not.toEqual([]);
    expect(tasks[0], measured).toBeLessThanOrEqual(MAX_TASK_MS);
    expect(late.nodes, measured).toBeLessThan(early.nodes * 1.5);
    expect(late.heap, measured).toBeLessThan(early.heap * 2);
  },
  MINUTES,
);

/** Scrolls by the wheel until the crud at this position is rendered. */
async function scrollTo(page: Page, place: number): Promise<void> {
  await page.mouse.move(640, 500);
  const last = () =>
    page.evaluate(() =>
      Math.max(...[...document.querySelectorAll('[aria-posinset]')].map((row) => Number(row.ariaPosInSet))),
    );
  while ((await last()) < place) {
    const before = await page.evaluate(
      () => [window.scrollY, document.documentElement.scrollHeight] as const,
    );
    await page.mouse.wheel(0, 1500);
    // At the end of the loaded rows the page has to grow first.
    await page.waitForFunction(
      ([top, height]) => window.scrollY > top || document.documentElement.scrollHeight > height,
      before,
    );
  }
}
