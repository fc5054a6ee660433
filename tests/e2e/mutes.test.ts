import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { cardTop, recordCardMovement } from './card-movement.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { waitForAcceptedSocket, waitUntilLive } from './shared-tabs.ts';
import { waitUntilFocused } from './wait-until-focused.ts';

const HOUR_MS = 3_600_000;
const HOME = '**/api/activities/home*';
const ME = '**/api/users/me';

describe('mutes', () => {
  const e2e = setUpE2e();

  const post = async (by: TestPerson, message: string) =>
    (await by.callOk('createActivity', { body: { message } })).uuid;
  const reply = (by: TestPerson, to: string, message: string) =>
    by.callOk('createReply', { params: { activity_uuid: to }, body: { activity_uuid: to, message } });
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

  it('[MUTE-6, MUTE-12, MUTE-13, MUTE-14] a muted word leaves two open tabs, the reader’s crud stays where it is, the pill does not count it, and undoing or its end brings it back without a fetch', async () => {
    const ann = await e2e.app.signUp({ name: 'Ann Mutes', handle: 'ann_mutes' });
    for (let n = 0; n < 24; n++) await post(ann, n % 3 === 0 ? `A spoiler ${n}` : `A plain crud ${n}`);
    await using eve = await e2e.openSignedInBrowser({ name: 'Eve Mutes', handle: 'eve_mutes' });
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

  it('[MUTE-15, MUTE-16, MUTE-17] a muted person’s replies collapse and open, their profile says so, and lists, notifications and the unread number leave them out', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Mutes', handle: 'bob_mutes' });
    const cem = await e2e.app.signUp({ name: 'Cem Mutes', handle: 'cem_mutes' });
    await using dan = await e2e.openSignedInBrowser({ name: 'Dan Mutes', handle: 'dan_mutes' });
    const { page, self } = dan;
    const own = await post(self, 'A crud of Dan');
    const theirs = await post(bob, 'A crud of Bob');
    await post(cem, 'A crud of Cem');
    await cem.callOk('repost', { params: { activity_uuid: theirs } });
    await reply(bob, own, 'Bob replies');
    await reply(cem, own, 'Cem replies');
    await page.goto('/@bob_mutes');
    await page.getByRole('button', { name: 'More about @bob_mutes' }).click();
    await page.getByRole('menuitem', { name: 'Mute @bob_mutes…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mute @bob_mutes?' });
    await dialog.getByRole('radio', { name: '7 days' }).check({ force: true });
    await dialog.getByRole('button', { name: 'Mute', exact: true }).click();
    await page.getByText('Muted @bob_mutes for 7 days.').waitFor();
    await page.getByText('You muted @bob_mutes', { exact: true }).waitFor();
    await crud(page, 'A crud of Bob').waitFor();

    const open = (name: string | RegExp) => page.getByRole('link', { name }).first().click();
    await open('Notifications, 1 new');
    await crud(page, 'Cem replies').waitFor();
    expect(await crud(page, 'Bob replies').count()).toBe(0);
    const isWithoutBob = async () => {
      await crud(page, 'A crud of Cem').waitFor();
      expect(await crud(page, 'A crud of Bob').count()).toBe(0);
    };
    await page.goto('/search?term=crud+of');
    await isWithoutBob();
    await page.getByRole('article').filter({ hasText: 'of Cem' }).getByText('Cem Mutes').click();
    await page.waitForURL('/@cem_mutes');
    await isWithoutBob();
    await open('Home');
    await page.waitForURL('/');
    await isWithoutBob();

    await crud(page, 'A crud of Dan').click();
    await crud(page, 'Cem replies').waitFor();
    const collapsed = page.getByRole('article', { name: 'Muted: @bob_mutes' });
    await collapsed.waitFor();
    expect(await crud(page, 'Bob replies').count()).toBe(0);
    await collapsed.getByRole('button', { name: 'Show' }).press('Enter');
    const shown = page.getByRole('article').filter({ hasText: 'Bob replies' });
    await waitUntilFocused(shown);
    await shown.getByText('Bob Mutes').click();
    await page.getByRole('button', { name: 'Unmute', exact: true }).click();
    await page.getByText('You muted @bob_mutes', { exact: true }).waitFor({ state: 'detached' });
    await open('Home');
    await crud(page, 'A crud of Bob').waitFor();
  });

  it('[MUTE-18] muted cruds never appear, neither before the account is fetched nor from what the browser stored', async () => {
    const fay = await e2e.app.signUp({ name: 'Fay Mutes', handle: 'fay_mutes' });
    await using gus = await e2e.openSignedInBrowser({ name: 'Gus Mutes', handle: 'gus_mutes' });
    const { page, self } = gus;
    await self.callOk('mute', { body: { kind: 'hashtag', value: 'secret' } });
    await post(fay, 'A plain crud of Fay');
    await post(fay, 'Hidden #Secret');
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.documentElement.innerText.includes('Hidden #Secret'))
          document.documentElement.dataset.flashed = '';
      }).observe(document, { childList: true, subtree: true, characterData: true });
    });
    // After three seconds without an answer the page shows all cruds, and a busy machine may take as long for the feed.
    await page.addInitScript(() => {
      const start = window.setTimeout.bind(window);
      Object.assign(window, {
        setTimeout(run: () => void, ms = 0, ...rest: unknown[]) {
          return ms >= 3000 ? 0 : start(run, ms, ...rest);
        },
      });
    });
    const stored = () => page.evaluate(() => localStorage.getItem('mutes'));
    // Before that, the page that is still open would store them again.
    await until(async () => (await stored())?.includes('secret'), { what: 'the page has stored the mute' });
    await page.evaluate(() => localStorage.removeItem('mutes'));
    const release = await holdRequests(page, ME);
    const feed = page.waitForResponse(HOME);
    await page.goto('/');
    await (await feed).finished();
    await page.locator('#root .skeleton').first().waitFor();
    release();
    await crud(page, 'A plain crud of Fay').waitFor();

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route(ME, () => undefined);
    await page.reload();
    await crud(page, 'A plain crud of Fay').waitFor();
    expect(await crud(page, 'Hidden #Secret').count()).toBe(0);
    expect(await page.locator('html').getAttribute('data-flashed')).toBeNull();

    await page.unrouteAll({ behavior: 'ignoreErrors' });
    expect(await stored()).toContain('secret');
    await page.getByRole('button', { name: /Gus Mutes/ }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    await until(async () => (await stored()) === null, { what: 'no stored mutes' });
  });
});
