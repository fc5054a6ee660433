import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import { until } from '../support/until.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { measureShownAfter } from './measure-shown-after.ts';
import { setUpE2e } from './set-up-e2e.ts';

/** The elements that move on the page, by name: running animations, and transitions with a duration. Runs in the page. */
function listRunningAnimations(): string[] {
  return document.getAnimations().flatMap((animation) => {
    const { effect } = animation;
    const lasts = Number(effect?.getComputedTiming().endTime ?? 0);
    if (animation.playState !== 'running' || lasts <= 1 || !(effect instanceof KeyframeEffect)) return [];
    return [`${effect.target?.className ?? ''}${effect.pseudoElement ?? ''} for ${String(lasts)} ms`];
  });
}

describe('reduced motion', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let page: Page;
  const moved: string[] = [];
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Calm', handle: 'ann_calm' });
    ({ page } = ann);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    await page.getByText('Live', { exact: true }).waitFor();
    // Placeholders appear after 300 ms by a transition, which is a delay and no motion.
    const isStill = async () => (await page.evaluate(listRunningAnimations)).length === 0;
    await until(isStill, { what: 'no animation runs' });
  });

  const collectAnimations = async () => moved.push(...(await page.evaluate(listRunningAnimations)));

  it('[MOTION-1] dialogs, menus and toasts appear and disappear without animation', async () => {
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await page.getByRole('dialog').waitFor();
    await collectAnimations();
    await page.getByRole('dialog').getByRole('textbox').fill('As still as a stone');
    await page.keyboard.press('Control+Enter');
    await page.locator('.toast').waitFor();
    await collectAnimations();
    await page.getByText('Undo · 4').waitFor();
    await collectAnimations();
    await page.locator('.nav').getByLabel('More').click();
    await page.getByRole('menu').waitFor();
    await collectAnimations();
    await page.keyboard.press('Escape');
    await page.locator('.nav').getByLabel('Notifications').hover();
    await collectAnimations();
    expect(moved).toEqual([]);
    // The same check does find animations without the preference.
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
    await until(async () => (await page.evaluate(listRunningAnimations)).length > 0, {
      what: 'the dialog is animated',
    });
    await page.keyboard.press('Escape');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('[MOTION-2] a fuse shows the remaining time and changes colour near its end, and the row closes at once', async () => {
    const [uuid = ''] = await addCruds(e2e.app, {
      author: ann.self.sub,
      count: 1,
      textOf: () => 'Burning without a flicker',
      // Its last tenth is long enough for a slow machine to observe.
      ageMs: 50_000,
      lifetimeMs: () => 60_000,
    });
    const card = page.locator(`article[data-crud="${uuid}"]`);
    await card.waitFor();
    const left = () =>
      card.locator('.fuse').evaluate((fuse) => Number(getComputedStyle(fuse).getPropertyValue('--left')));
    const first = await left();
    expect(first).toBeGreaterThan(0);
    await until(async () => (await left()) < first, { what: 'the fuse is shorter' });
    await card.locator('.ending').waitFor();
    await collectAnimations();
    await card.waitFor({ state: 'detached' });
    expect(moved).toEqual([]);
  });

  it('[EXPIRY-8] an expired crud disappears within a second while the browser is offline', async () => {
    const livesMs = 8000;
    const [uuid = ''] = await addCruds(e2e.app, {
      author: ann.self.sub,
      count: 1,
      textOf: () => 'Gone in a tunnel',
      lifetimeMs: () => livesMs,
    });
    const lastEnd = Date.now() + livesMs;
    const crud = page.getByText('Gone in a tunnel');
    await crud.waitFor();
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    expect(await crud.count()).toBe(1);
    expect(await measureShownAfter(page, `article[data-crud="${uuid}"]`, lastEnd)).toBeLessThan(1000);
    expect(await crud.count()).toBe(0);
    await page.context().setOffline(false);
  });
});
