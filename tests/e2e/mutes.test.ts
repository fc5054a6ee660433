import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { openWithSession } from './test-browser.ts';
import { waitUntilFocused } from './wait-until-focused.ts';

const ME = '**/api/users/me';

describe('mutes', () => {
  const e2e = setUpE2e();

  const post = async (by: TestPerson, message: string) =>
    (await by.callOk('createActivity', { body: { message } })).uuid;
  const reply = (by: TestPerson, to: string, message: string) =>
    by.callOk('createReply', { params: { activity_uuid: to }, body: { activity_uuid: to, message } });
  const crud = (page: Page, text: string) => page.getByRole('article').getByText(text);

  it('a muted person’s replies collapse and open, their profile says so, and lists, notifications and the unread number leave them out', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Mutes', handle: 'bob_mutes' });
    const cem = await e2e.app.signUp({ name: 'Cem Mutes', handle: 'cem_mutes' });
    const self = await e2e.app.signUp({ name: 'Dan Mutes', handle: 'dan_mutes' });
    const own = await post(self, 'A crud of Dan');
    const theirs = await post(bob, 'A crud of Bob');
    await post(cem, 'A crud of Cem');
    await cem.callOk('repost', { params: { activity_uuid: theirs } });
    await reply(bob, own, 'Bob replies');
    await reply(cem, own, 'Cem replies');
    await using dan = await openWithSession(e2e.browser, e2e.app, self);
    const { page } = dan;
    await page.getByRole('article').filter({ hasText: 'of Bob' }).getByText('Bob Mutes').first().click();
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
    await page.getByRole('searchbox').filter({ visible: true }).fill('crud of');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/search\?term=crud/);
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

  it('muted cruds never appear, neither before the account is fetched nor from what the browser stored', async () => {
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
    await page.goto('/');
    // Asked of the new page: one that the old page had requested would never finish.
    const isFeedLoaded = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .some(({ name }) => new URL(name).pathname === '/api/activities/home'),
      );
    await until(isFeedLoaded, { what: 'the new page has fetched the feed' });
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
