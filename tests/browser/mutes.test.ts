import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { cardTop, recordCardMovement } from '../e2e/card-movement.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { waitForAcceptedSocket, waitUntilLive } from '../e2e/shared-tabs.ts';
import { openBrowserOf } from '../e2e/test-browser.ts';
import { until } from '../support/until.ts';

const HOUR_MS = 3_600_000;

const e2e = setUpE2e();

const crud = (page: Page, text: string) => page.getByRole('article').getByText(text);

async function muteWord(page: Page, word: string): Promise<void> {
  const others = page.getByRole('article').filter({ hasText: 'plain' }).first();
  await others.getByRole('button', { name: 'More about this crud' }).click();
  await page.getByRole('menuitem', { name: 'Mute words…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mute words' });
  await dialog.getByText('Direct messages are not affected').waitFor();
  await dialog.getByRole('textbox').fill(word);
  await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
  await dialog.waitFor({ state: 'detached' });
}

it('[MUTE-13] a muted word leaves two open tabs, the reader’s crud stays where it is, the pill does not count it, and undoing or its end brings it back without a fetch', async () => {
  const ann = await e2e.app.signUp({ name: 'Ann Mutes', handle: 'ann_mutes' });
  const self = await e2e.app.signUp({ name: 'Eve Mutes', handle: 'eve_mutes' });
  const post = (by: typeof ann, message: string) => by.callOk('createActivity', { body: { message } });
  const bob = await e2e.app.signUp();
  for (let n = 0; n < 24; n++)
    await post(n % 2 === 0 ? ann : bob, n % 3 === 0 ? `A spoiler ${n}` : `A plain crud ${n}`);
  await using eve = await openBrowserOf(e2e.browser, e2e.app, self);
  const accepted = waitForAcceptedSocket(eve.page);
  await eve.page.goto('/');
  await accepted;
  // In a window of its own: a tab behind another one has no frames, in which the crud's movement is measured.
  const opened = eve.page.waitForEvent('popup');
  await eve.page.evaluate(() => void window.open('/', '', 'popup'));
  const other = await opened;
  for (const page of [eve.page, other]) {
    await waitUntilLive(page);
    await crud(page, 'A plain crud 23').waitFor();
  }
  const spoilers = (page: Page) => crud(page, 'A spoiler').count();
  expect(await spoilers(eve.page)).toBe(8);
  const fetches: string[] = [];
  eve.page.on('request', (request) => {
    if (request.url().includes('activities/home')) fetches.push(request.url());
  });

  // At the top of the screen: below it there are muted cruds, above it and off the screen too.
  const card = await eve.page
    .getByRole('article')
    .filter({ hasText: 'A plain crud 13' })
    .getAttribute('data-crud');
  const before = await cardTop(eve.page, card ?? '');
  await eve.page.evaluate((top) => window.scrollBy({ top }), before - 80);
  await until(async () => Math.abs((await cardTop(eve.page, card ?? '')) - 80) < 2, {
    what: 'it is there',
  });
  const stop = await recordCardMovement(eve.page, card ?? '');
  await muteWord(other, 'SPOILER');
  for (const page of [eve.page, other])
    await until(async () => (await spoilers(page)) === 0, { what: 'no muted crud' });
  await post(ann, 'A spoiler at last');
  await post(ann, 'A plain crud at last');
  await eve.page.getByRole('button', { name: '1 new crud' }).waitFor();
  await other.getByRole('button', { name: 'Undo' }).click();
  for (const page of [eve.page, other])
    await until(async () => (await spoilers(page)) >= 8, { what: 'all cruds' });
  const { distance, missing, frames } = await stop();
  expect(frames).toBeGreaterThan(0);
  expect([distance < 2, missing]).toEqual([true, 0]);

  await other.goto('/settings');
  const section = other.getByRole('region', { name: 'Muted' });
  await section.getByText('You haven’t muted anything.').waitFor();
  await section.getByRole('textbox', { name: 'Word or #hashtag' }).fill('Spoiler');
  await section.getByRole('radio', { name: '1 hour' }).check({ force: true });
  await section.getByRole('button', { name: 'Mute', exact: true }).click();
  await section.getByText('“Spoiler”').waitFor();
  await section.getByText('59 minutes left').waitFor();
  await until(async () => (await spoilers(eve.page)) === 0, { what: 'no muted crud' });
  // The page learns of the advanced clock with the server's next head.
  await e2e.app.advance(HOUR_MS);
  await until(async () => (await spoilers(eve.page)) >= 8, { what: 'all cruds' });
  await section.getByText('You haven’t muted anything.').waitFor();
  expect(fetches).toEqual([]);
});
