import { readFile } from 'node:fs/promises';
import { routes } from '@cruddur/shared';
import { describe, expect, it } from 'vitest';
import { signIn } from '../support/people.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { openWithSession, PASSWORD, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const EXPORT = '**/api/users/me/export';

describe('a person’s own data', () => {
  const e2e = setUpE2e();

  const openSettings = async ({ page, self }: SignedInBrowser) => {
    await page.getByRole('button', { name: `@${self.handle}, account` }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
  };

  it('the browser makes one attempt, saves the file that the API sends, and says when the next one is possible', async () => {
    const bob = await e2e.app.signUp({ name: 'Bob Data', handle: 'bob_data' });
    await using ann = await e2e.openSignedInBrowser({ name: 'Ann Data', handle: 'ann_data' });
    const { page, self } = ann;
    await self.callOk('createActivity', { body: { message: 'Mine “☃”' } });
    await self.callOk('sendMessage', { body: { handle: bob.handle, message: 'to bob' } });
    await bob.callOk('sendMessage', { body: { handle: self.handle, message: 'to ann' } });
    let requests = 0;
    let downloads = 0;
    page.on('request', (request) => void (requests += Number(request.url().endsWith('/export'))));
    page.on('download', () => void (downloads += 1));
    const section = page.getByRole('region', { name: 'Your data', exact: true });
    const button = section.getByRole('button', { name: 'Download my data' });
    // A press right after a failure is a double press, and dropped.
    const download = async () => {
      const before = requests;
      const isRequested = async () => {
        if (requests === before) await button.click({ timeout: 1000 }).catch(() => undefined);
        return requests > before;
      };
      await until(isRequested, { what: 'the download is requested' });
    };

    await page.route(EXPORT, (route) =>
      route.fulfill({ contentType: 'application/json', body: '{"cut":1,' }),
    );
    await openSettings(ann);
    await download();
    await section.getByRole('alert').waitFor();
    expect([requests, downloads]).toEqual([1, 0]);
    await page.unroute(EXPORT);
    const release = await holdRequests(page, EXPORT);
    await download();
    await section.getByText('0 KB received').waitFor();
    const cancel = section.getByRole('button', { name: 'Cancel' });
    await cancel.click();
    await cancel.waitFor({ state: 'detached' });
    release();
    await page.unrouteAll({ behavior: 'wait' });

    const saved = page.waitForEvent('download');
    await download();
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(/^cruddur-ann_data-\d{4}-\d\d-\d\d\.json$/);
    await section.getByText(`Saved as ${file.suggestedFilename()}`).waitFor();
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

    await until(async () => (await self.call('exportData')).status === 429, { what: 'no export is left' });
    requests = 0;
    await download();
    const refusal =
      /You can download your data 3 times in 24 hours. Try again in (23|24) hours|Try again in 1 day/;
    await section.getByRole('alert').getByText(refusal).waitFor();
    expect([requests, downloads]).toEqual([1, 1]);
  });

  it('[SETTINGS-5] an account is deleted without a trace, and all its tabs become a visitor’s', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Sam Gone', handle: 'sam_gone' });
    const { page, self } = person;
    const tokens = await signIn(e2e.app.url, self);
    await using elsewhere = await openWithSession(e2e.browser, e2e.app, { ...self, ...tokens });
    await self.callOk('createActivity', { body: { message: 'Soon forgotten', ttl: '1-day' } });
    await openSettings(person);
    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete account?' });
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await until(() => confirm.isDisabled(), { what: 'it is disabled until the handle is typed' });
    await page.keyboard.type('sam_here');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('This isn’t your handle').waitFor();
    await dialog.getByLabel('Your handle').fill('@Sam_Gone');
    await page.keyboard.press('Enter');
    await page.getByText('Your account and everything you posted have been deleted.').waitFor();
    for (const one of [page, elsewhere.page])
      await one.getByRole('link', { name: 'Join Now' }).first().waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
    );
    for (const trace of [self.email, self.handle, self.sub]) expect(kept).not.toContain(trace);
    expect((await e2e.app.visitor.send('GET', `/api/activities/@${self.handle}`)).status).toBe(404);
    await expect(signIn(e2e.app.url, { email: self.email, password: PASSWORD })).rejects.toThrow();
  });
});
