import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** The positions of one crud over all frames since the measurement began. */
export interface CardMovement {
  /** The largest distance from its first position, in CSS pixels. */
  distance: number;
  frames: number;
  /** Frames in which the crud was not in the page. */
  missing: number;
}

/** The crud at the middle of the screen. */
export function findCardInView(page: Page): Promise<string> {
  return page.evaluate(() => {
    const cards = [...document.querySelectorAll<HTMLElement>('article[data-crud]')];
    const card = cards.find((one) => one.getBoundingClientRect().top > window.innerHeight / 3);
    return card?.dataset.crud ?? '';
  });
}

/** The position of a crud in its feed, from 1 on. */
export function feedPositionOf(page: Page, uuid: string): Promise<number> {
  return page.evaluate(
    (crud) => Number(document.querySelector(`article[data-crud="${crud}"]`)?.getAttribute('aria-posinset')),
    uuid,
  );
}

/** The top of a crud on the screen; NaN when it is not in the page. */
export function cardTop(page: Page, uuid: string): Promise<number> {
  return page.evaluate(
    (crud) => document.querySelector(`article[data-crud="${crud}"]`)?.getBoundingClientRect().top ?? NaN,
    uuid,
  );
}

/** Measures the position of a crud in each frame. @returns a function that ends the measurement and returns it */
export async function recordCardMovement(page: Page, uuid: string): Promise<() => Promise<CardMovement>> {
  await page.evaluate((crud) => {
    const seen = { distance: 0, frames: 0, missing: 0 };
    const find = () => document.querySelector(`article[data-crud="${crud}"]`);
    const first = find()?.getBoundingClientRect().top ?? NaN;
    const measure = () => {
      const card = find();
      seen.frames += 1;
      if (!card) seen.missing += 1;
      else seen.distance = Math.max(seen.distance, Math.abs(card.getBoundingClientRect().top - first));
      if (globalThis.watching === seen) requestAnimationFrame(measure);
    };
    globalThis.watching = seen;
    requestAnimationFrame(measure);
  }, uuid);
  return () =>
    page.evaluate(() => {
      const seen = globalThis.watching;
      globalThis.watching = undefined;
      return seen ?? { distance: NaN, frames: 0, missing: 0 };
    });
}

/** Expects that the crud at the middle of the screen stays where it is, in each frame of this work. */
export async function expectKept(page: Page, work: (card: string) => Promise<void>): Promise<void> {
  const card = await findCardInView(page);
  const seen = await recordCardMovement(page, card);
  await work(card);
  const { distance, missing } = await seen();
  expect(distance).toBeLessThanOrEqual(1);
  expect(missing).toBe(0);
}

declare global {
  var watching: CardMovement | undefined;
}

/** Scrolls by wheel steps to a position of the page. */
export async function scrollByWheel(page: Page, by: number): Promise<void> {
  const target = (await page.evaluate(() => window.scrollY)) + by;
  await page.mouse.move(640, 500);
  while ((await page.evaluate(() => window.scrollY)) < target - 1) {
    const before = await page.evaluate(() => window.scrollY);
    await page.mouse.wheel(0, Math.min(600, target - before));
    await page.waitForFunction((y) => window.scrollY > y, before);
  }
}
