import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { addMessages } from '../support/add-messages.ts';
import { measurePageMemory, measureLongestTasks } from './page-performance.ts';
import { setUpE2e } from './set-up-e2e.ts';

const MANY = 5000;
const FIRST = 500;
const MAX_TASK_MS = 100;
/** The memory that a message may take while its conversation is open. */
const BYTES_EACH = 8192;
const MINUTES = 8 * 60_000;

const textOf = (index: number) => `Message ${String(index)}. ${'Some words to read. '.repeat(index % 7)}`;
const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });

it(
  '[TALK-10] scrolling through 5,000 messages, and one more arriving, causes no long task, and leaving frees them',
  async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Many', handle: 'bob_many' });
    const { page, self } = await e2e.openSignedInBrowser({ name: 'Ann Many', handle: 'ann_many' });
    const begun = await bob.callOk('sendMessage', { body: { message: 'Begun', handle: 'ann_many' } });
    const group = begun.message_group_uuid ?? '';
    await addMessages(e2e.app, { group, members: [bob.sub, self.sub], count: MANY, textOf });
    await page.goto(`/messages/${group}`);
    await page
      .getByText(`Message ${String(MANY - 1)}.`)
      .last()
      .waitFor();
    await scrollTo(page, FIRST);
    const early = await measurePageMemory(page);
    await scrollTo(page, MANY - 700);
    const scrolling = await measureLongestTasks(e2e.browser, page, () => scrollTo(page, MANY - 100));
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
    const measured = JSON.stringify({ early, late, left, scrolling, hearing: receiving, strayed: distance });
    for (const tasks of [scrolling, receiving]) expect(tasks[0], measured).toBeLessThanOrEqual(MAX_TASK_MS);
    expect(distance, measured).toBeLessThanOrEqual(1);
    expect(late.heap - early.heap, measured).toBeLessThan((MANY - FIRST) * BYTES_EACH);
    expect(left.nodes, measured).toBeLessThan(early.nodes);
  },
  MINUTES,
);

/** Scrolls up by the wheel until this many messages are loaded. */
async function scrollTo(page: Page, count: number): Promise<void> {
  const log = page.getByRole('log');
  await log.hover();
  while ((await page.locator('.message').count()) < count) {
    const before = await log.evaluate((element) => [element.scrollTop, element.scrollHeight] as const);
    await page.mouse.wheel(0, -1500);
    // At the top of the loaded messages the list has to grow first.
    await page.waitForFunction(([top, height]) => {
      const element = document.querySelector('.log');
      return element !== null && (element.scrollTop < top || element.scrollHeight > height);
    }, before);
  }
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
