import { beforeAll, describe, expect, it } from 'vitest';
import { measureShownAfter } from '../e2e/measure-shown-after.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import type { SignedInBrowser } from '../e2e/test-browser.ts';
import { addCruds } from '../support/add-cruds.ts';
import { until } from '../support/until.ts';

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
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Calm', handle: 'ann_calm' });
    await ann.page.emulateMedia({ reducedMotion: 'reduce' });
    await ann.page.getByText('Live', { exact: true }).waitFor();
    // Placeholders appear after 300 ms by a transition, which is a delay and no motion.
    await until(async () => (await listAnimations()).length === 0, { what: 'no animation runs' });
  });
  const listAnimations = () => ann.page.evaluate(listRunningAnimations);

  const addCrud = async (text: string, times: { ageMs?: number; lifetimeMs: () => number }) => {
    const [uuid = ''] = await addCruds(e2e.app, {
      author: ann.self.sub,
      count: 1,
      textOf: () => text,
      ...times,
    });
    return uuid;
  };

  it('[MOTION-1] dialogs, menus and toasts appear and disappear without animation', async () => {
    const { page } = ann;
    const moved: string[] = [];
    const collectAnimations = async () => moved.push(...(await listAnimations()));
    const write = page.getByRole('button', { name: 'Crud', exact: true }).first();
    await write.click();
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
    await write.click();
    await until(async () => (await listAnimations()).length > 0, { what: 'the dialog is animated' });
    await page.keyboard.press('Escape');
    await page.emulateMedia({ reducedMotion: 'reduce' });
  });

  it('a fuse shows the remaining time and changes colour near its end, and the row closes at once', async () => {
    // Its last tenth is long enough for a slow machine to observe.
    const uuid = await addCrud('Burning without a flicker', { ageMs: 50_000, lifetimeMs: () => 60_000 });
    const card = ann.page.locator(`article[data-crud="${uuid}"]`);
    await card.waitFor();
    const left = () =>
      card.locator('.fuse').evaluate((fuse) => Number(getComputedStyle(fuse).getPropertyValue('--left')));
    const first = await left();
    expect(first).toBeGreaterThan(0);
    await until(async () => (await left()) < first, { what: 'the fuse is shorter' });
    await card.locator('.ending').waitFor();
    expect(await listAnimations()).toEqual([]);
    await card.waitFor({ state: 'detached' });
    expect(await listAnimations()).toEqual([]);
  });

  it('[EXPIRY-6] an expired crud disappears within a second while the browser is offline', async () => {
    const { page } = ann;
    const livesMs = 8000;
    const uuid = await addCrud('Gone in a tunnel', { lifetimeMs: () => livesMs });
    const lastEnd = Date.now() + livesMs;
    const crud = page.getByText('Gone in a tunnel');
    await crud.waitFor();
    await page.context().setOffline(true);
    await page.waitForFunction(() => !navigator.onLine);
    expect(await crud.count()).toBe(1);
    // By the frames of the page, so load on the machine does not count.
    expect(await measureShownAfter(page, `article[data-crud="${uuid}"]`, lastEnd)).toBeLessThan(1000);
    expect(await crud.count()).toBe(0);
    await page.context().setOffline(false);
  });
});
