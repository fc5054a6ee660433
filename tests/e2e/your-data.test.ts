import { readFile } from 'node:fs/promises';
import { routes } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callPool, signIn } from '../support/people.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { waitUntilLive } from './shared-tabs.ts';
import { openWithSession } from './test-browser.ts';

const EXPORT = '**/api/users/me/export';

describe('a person’s own data', () => {
  const e2e = setUpE2e();

  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const download = (page: Page) => part(page, 'Your data').getByRole('button', { name: 'Download my data' });

  it('[DATA-8] the browser saves the file that the API sends, and the fourth one is refused with the time of the next', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Data', handle: 'bob_data' });
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Data', handle: 'ann_data' });
    const { page, self } = ann;
    await self.callOk('createActivity', { body: { message: 'Mine “☃”' } });
    await self.callOk('sendMessage', { body: { handle: bob.handle, message: 'to bob' } });
    await bob.callOk('sendMessage', { body: { handle: self.handle, message: 'to ann' } });
    await page.goto('/settings');
    const saved = page.waitForEvent('download');
    await download(page).click();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^cruddur-ann_data-\d{4}-\d\d-\d\d\.json$/);
    await part(page, 'Your data').getByText(`Saved as ${file.suggestedFilename()}`).waitFor();
    const inBrowser = routes.exportData.output.parse(JSON.parse(await readFile(await file.path(), 'utf8')));
    const sent = await self.callOk('exportData');
    // Times of use move on between the two.
    const comparable = ({ exported_at: _, sessions, ...rest }: typeof sent) => [rest, sessions.length];
    expect(comparable(inBrowser)).toEqual(comparable(sent));
    expect(inBrowser.cruds).toMatchObject([{ message: 'Mine “☃”' }]);
    expect(inBrowser.conversations[0]?.messages).toMatchObject([
      { message: 'to bob' },
      { message: 'to ann' },
    ]);

    await self.callOk('exportData');
    let requests = 0;
    page.on('request', (request) => void (requests += Number(request.url().endsWith('/export'))));
    await download(page).click();
    await part(page, 'Your data')
      .getByRole('alert')
      .getByText(
        /You can download your data 3 times in 24 hours. Try again in (23|24) hours|Try again in 1 day/,
      )
      .waitFor();
    expect(requests).toBe(1);
  });

  it('[DATA-9] a lost connection is shown, not repeated and saves nothing; a cancelled download can be started again', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Lost', handle: 'ann_lost' });
    const { page } = ann;
    let requests = 0;
    let downloads = 0;
    page.on('download', () => void (downloads += 1));
    await page.route(EXPORT, (route) => {
      requests += 1;
      return route.fulfill({ status: 200, contentType: 'application/json', body: '{"version":1,' });
    });
    await page.goto('/settings');
    await download(page).click();
    await part(page, 'Your data').getByRole('alert').waitFor();
    expect([requests, downloads]).toEqual([1, 0]);

    await page.unroute(EXPORT);
    const release = await holdRequests(page, EXPORT);
    await download(page).click();
    await part(page, 'Your data').getByText('0 KB received').waitFor();
    await part(page, 'Your data').getByRole('button', { name: 'Cancel' }).click();
    await part(page, 'Your data').getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
    release();
    const saved = page.waitForEvent('download');
    await download(page).click();
    await saved;
  });

  it('[SIGNIN-9] ending the session of another browser signs out its tabs, and its refresh token is refused', async () => {
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Ends', handle: 'ann_ends' });
    const tokens = await signIn(e2e.app.url, ann.self);
    await using elsewhere = await openWithSession(e2e.browser, e2e.app, { ...ann.self, ...tokens });
    const second = await elsewhere.page.context().newPage();
    await second.goto('/');
    await waitUntilLive(second);
    const { page } = ann;
    await page.goto('/settings');
    const rows = part(page, 'Where you’re signed in').getByRole('listitem');
    await until(async () => (await rows.count()) === 2, { what: 'both sessions are listed' });
    expect(await rows.first().innerText()).toMatch(/This device\s+In use now, signed in/);
    expect(await rows.last().innerText()).toMatch(/^Chrom\w+ on \w+\s+Last used/);
    await rows.last().getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await until(async () => (await rows.count()) === 1, { what: 'the other session is gone' });
    for (const tab of [elsewhere.page, second])
      await until(() => tab.evaluate(() => localStorage.getItem('access_token') === null), {
        what: 'the tab has signed out',
      });
    await elsewhere.page.getByText('Your session as @ann_ends has ended.').waitFor();
    const refresh = {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: tokens.refreshToken },
    };
    await expect(callPool(e2e.app.url, 'InitiateAuth', refresh)).rejects.toThrow('NotAuthorizedException');
    await ann.self.callOk('homeFeed');
  });
});
