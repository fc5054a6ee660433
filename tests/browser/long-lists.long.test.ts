import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { measurePageMemory, measureLongestTasks } from '../e2e/page-performance.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { addCruds } from '../support/add-cruds.ts';
import { addMessages } from '../support/add-messages.ts';

const MANY = 5000;
const FIRST = 500;
const MAX_TASK_MS = 100;
/** The memory that a message may take while its conversation is open. */
const BYTES_EACH = 8192;
const MINUTES = 8 * 60_000;

const textOf = (index: number) => `Row ${String(index)}. ${'Some words to read. '.repeat(index % 7)}`;

describe('scrolling through 5,000 rows', { timeout: MINUTES }, () => {
  const e2e = setUpE2e();

  it('of a feed causes no long task, in steady memory', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Many', handle: 'bob_many' });
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Many', handle: 'ann_many' });
    const { page } = ann;
    const author = [bob.sub, (await e2e.app.signUp()).sub];
    await addCruds(e2e.app, { author, count: MANY, textOf });
    await page.goto('/');
    await page.getByText(`Row ${String(MANY - 1)}.`).waitFor();
    await page.mouse.move(640, 500);
    const last = () =>
      page.evaluate(() =>
        Math.max(...[...document.querySelectorAll('[aria-posinset]')].map((row) => Number(row.ariaPosInSet))),
      );
    const scrollTo = async (index: number) => {
      while ((await last()) < index) await wheel(page, 'html', 1500);
    };
    await scrollTo(FIRST);
    const early = await measurePageMemory(page);
    await scrollTo(MANY - 700);
    const tasks = await measureLongestTasks(e2e.browser, page, () => scrollTo(MANY - 100));
    const late = await measurePageMemory(page);
    const measured = JSON.stringify({ early, late, tasks });
    expect(tasks, measured).not.toEqual([]);
    expect(tasks[0], measured).toBeLessThanOrEqual(MAX_TASK_MS);
    expect(late.nodes, measured).toBeLessThan(early.nodes * 1.5);
    expect(late.heap, measured).toBeLessThan(early.heap * 2);
  });

  it('of a conversation, and one more arriving, causes no long task, and leaving frees them', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Talks', handle: 'bob_talks' });
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Talks', handle: 'ann_talks' });
    const { page, self } = ann;
    const begun = await bob.callOk('sendMessage', { body: { message: 'Begun', handle: 'ann_talks' } });
    const group = begun.message_group_uuid ?? '';
    await addMessages(e2e.app, { group, members: [bob.sub, self.sub], count: MANY, textOf });
    await page.goto(`/messages/${group}`);
    await page
      .getByText(`Row ${String(MANY - 1)}.`)
      .last()
      .waitFor();
    await page.getByRole('log').hover();
    const scrollTo = async (count: number) => {
      while ((await page.locator('.message').count()) < count) await wheel(page, '.log', -1500);
    };
    await scrollTo(FIRST);
    const early = await measurePageMemory(page);
    await scrollTo(MANY - 700);
    const scrolling = await measureLongestTasks(e2e.browser, page, () => scrollTo(MANY - 100));
    const late = await measurePageMemory(page);
    await waitForRest(page);
    const kept = await messageInSight(page);
    const before = await topOf(page, kept);
    const receiving = await measureLongestTasks(e2e.browser, page, async () => {
      await bob.callOk('sendMessage', { body: { message: 'One more', message_group_uuid: group } });
      await page.getByRole('button', { name: '1 new message below' }).waitFor();
    });
    const distance = Math.abs((await topOf(page, kept)) - before);
    await page.getByRole('link', { name: 'Home' }).first().click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    const left = await measurePageMemory(page);
    const measured = JSON.stringify({ early, late, left, scrolling, receiving, distance });
    for (const tasks of [scrolling, receiving]) expect(tasks[0], measured).toBeLessThanOrEqual(MAX_TASK_MS);
    expect(distance, measured).toBeLessThanOrEqual(1);
    expect(late.heap - early.heap, measured).toBeLessThan((MANY - FIRST) * BYTES_EACH);
    expect(left.nodes, measured).toBeLessThan(early.nodes);
  });
});

/** One step of the wheel. At the end of the loaded rows the scroller has to grow first. */
async function wheel(page: Page, scroller: string, by: number): Promise<void> {
  const before = await page.evaluate((selector) => {
    const element = document.querySelector(selector);
    return [element?.scrollTop ?? NaN, element?.scrollHeight ?? NaN] as const;
  }, scroller);
  await page.mouse.wheel(0, by);
  await page.waitForFunction(
    ([selector, [top, height]]) => {
      const element = document.querySelector(selector);
      return element !== null && (element.scrollTop !== top || element.scrollHeight > height);
    },
    [scroller, before] as const,
  );
}
/** Whether the last wheel step is finished. */
function waitForRest(page: Page): Promise<void> {
  return page.getByRole('log').evaluate((log) => {
    const frames = 10;
    let last = NaN;
    let still = 0;
    return new Promise<void>((resolve) => {
      const check = () => {
        still = log.scrollTop === last ? still + 1 : 0;
        last = log.scrollTop;
        if (still === frames) resolve();
        else requestAnimationFrame(check);
      };
      check();
    });
  });
}

/** The first message that is completely visible. */
function messageInSight(page: Page): Promise<string> {
  return page.evaluate(() => {
    const top = document.querySelector('.log')?.getBoundingClientRect().top ?? 0;
    const messages = [...document.querySelectorAll<HTMLElement>('.message')];
    return messages.find((one) => one.getBoundingClientRect().top > top)?.dataset.uuid ?? '';
  });
}

function topOf(page: Page, uuid: string): Promise<number> {
  return page.evaluate(
    (of) => document.querySelector(`.message[data-uuid="${of}"]`)?.getBoundingClientRect().top ?? NaN,
    uuid,
  );
}
