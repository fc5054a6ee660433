import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { postCrud, waitForNewCrud, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { homeCards, readHomeTexts, waitUntilSent, pendingBadges } from './pending-cruds.ts';

const POSTING = '**/api/activities';

describe('the outbox', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Outbox', handle: 'ann_outbox' });
    bob = await e2e.openSignedInBrowser({ name: 'Bob Outbox', handle: 'bob_outbox' });
    ({ page } = ann);
  });
  beforeEach(async () => {
    await page.goto('/');
    await page.getByText('Live', { exact: true }).waitFor();
  });

  const card = (text: string) => homeCards(page).filter({ hasText: text });
  const block = (route: Route) => (route.request().method() === 'POST' ? route.abort() : route.fallback());

  it('[OUTBOX-1] cruds written offline in two tabs are sent once each and in order, after a reload, a closed tab and a lost answer', async () => {
    const context = page.context();
    const second = await context.newPage();
    await second.goto('/');
    await second.getByText('Live', { exact: true }).waitFor();
    await context.setOffline(true);
    await postCrud(page, 'offline one');
    await page.getByText('One crud is waiting').waitFor();
    await context.route(POSTING, block);
    await context.setOffline(false);
    await postCrud(second, 'offline two');
    await second.reload();
    await postCrud(second, 'offline three');
    const written = ['offline three', 'offline two', 'offline one'];
    for (const on of [page, second])
      await until(async () => (await pendingBadges(on).count()) === 3, { what: 'a tab shows all three' });
    expect((await readHomeTexts(second)).slice(0, 3)).toEqual(written);

    await page.close();
    ann.page = page = second;
    let sendings = 0;
    const loseFirst = async (route: Route) => {
      if (route.request().method() !== 'POST' || sendings++ > 0) return route.fallback();
      await route.fetch();
      return route.abort();
    };
    await page.route(POSTING, loseFirst);
    await until(() => sendings > 0, { what: 'the remaining tab sends' });
    await context.unroute(POSTING, block);
    for (const on of [page, bob.page]) await waitUntilSent(on, written);
    expect(sendings).toBeGreaterThan(written.length);
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await waitUntilSent(page, written);
  });

  it('a database that does not answer blocks nothing: the page shows it, and the crud is stored once', async () => {
    await page.evaluate(blockDatabase);
    await page.route(POSTING, block);
    await postCrud(page, 'kept by the page');
    await card('kept by the page').getByText('Keep this page open').waitFor();
    await page.unroute(POSTING);
    for (const on of [page, bob.page]) await waitUntilSent(on, ['kept by the page']);
  });

  it('[OUTBOX-4] a refused crud shows the reason in place, blocks no other, and is sent with another text', async () => {
    const refuse = (status: number, code: string) =>
      page.route(POSTING, (route) => route.fulfill({ status, json: [code] }));
    await refuse(403, 'generic_403');
    await postCrud(page, 'refused');
    await card('refused').getByText('You are not authorized to perform this action').waitFor();
    await page.unroute(POSTING);
    await postCrud(page, 'accepted');
    await waitForNewCrud(bob.page, 'accepted');
    await until(async () => (await pendingBadges(page).count()) === 0, { what: 'no crud is pending' });
    expect((await readHomeTexts(page)).slice(0, 2)).toEqual(['accepted', 'refused']);
    await page.reload();
    await card('refused').getByRole('button', { name: 'Copy text' }).waitFor();
    await refuse(422, 'message_blank');
    await card('refused').getByRole('button', { name: 'Try again' }).click();
    await card('refused').getByText('The message cannot be blank').waitFor();
    expect(await card('refused').getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await page.unroute(POSTING);
    await card('refused').getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('dialog').getByRole('textbox');
    expect(await text.inputValue()).toBe('refused');
    await text.fill('edited');
    await page.keyboard.press('Control+Enter');
    await waitUntilSent(page, ['edited', 'accepted']);
    expect(await card('refused').count()).toBe(0);
  });

  it('a reply to a crud that burned meanwhile shows that to its author, and its text stays copyable', async () => {
    const body = { message: 'soon to be burned', ttl: '1-day' } as const;
    const { uuid } = await bob.self.callOk('createActivity', { body });
    const dialog = page.getByRole('dialog');
    await waitForNewCrud(page, body.message);
    await card(body.message)
      .getByRole('button', { name: /^Reply/ })
      .click();
    await dialog.getByRole('textbox').fill('a reply to nothing');
    await bob.self.callOk('burnActivity', { params: { activity_uuid: uuid } });
    await dialog.getByRole('button', { name: 'Reply' }).click();
    await page.getByText('Your reply wasn’t posted. This crud has been forgotten.').waitFor();
    expect(await page.getByText('Reply lit.').count()).toBe(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    const reply = card('a reply to nothing');
    await reply.getByRole('button', { name: 'Copy text' }).waitFor();
    await reply.getByRole('button', { name: 'Discard' }).click();
    await reply.waitFor({ state: 'detached' });
  });

  it('[COMPOSE-10] undo removes an unsent crud, which is never sent, and burns one that may have been sent', async () => {
    await page.route(POSTING, async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort();
    });
    await postCrud(page, 'lit and regretted');
    await waitForNewCrud(bob.page, 'lit and regretted');
    await page.getByText('Waits to be sent.').waitFor();
    await postCrud(page, 'second thoughts');
    await page.getByText('2 cruds wait to be sent.').waitFor();
    expect(await page.locator('.toast').count()).toBe(1);
    const undo = page.getByRole('button', { name: /^Undo/ });
    await undo.click();
    await card('second thoughts').waitFor({ state: 'detached' });
    await undo.click();
    await page.unrouteAll({ behavior: 'wait' });
    for (const on of [page, bob.page]) await on.getByText('lit and regretted').waitFor({ state: 'detached' });
    await postCrud(page, 'the next one');
    await page.getByText('Crud lit.').waitFor();
    await waitForNewCrud(bob.page, 'the next one');
    expect(await bob.page.getByText('second thoughts').count()).toBe(0);
  });

  it('[OUTBOX-8] a sign-out asks for confirmation, and leaves nothing to the next user', async () => {
    await using cay = await e2e.openSignedInBrowser({ name: 'Cay Outbox', handle: 'cay_outbox' });
    await cay.page.route(POSTING, block);
    for (const text of ['never one', 'never two']) await postCrud(cay.page, text);
    const signOut = async () => {
      await cay.page.getByRole('button', { name: /Cay Outbox/ }).click();
      await cay.page.getByRole('button', { name: 'Sign Out' }).click();
    };
    await signOut();
    const dialog = cay.page.getByRole('dialog');
    await dialog.getByText('2 posts haven’t been sent yet').waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await pendingBadges(cay.page).count()).toBe(2);
    await signOut();
    await dialog.getByRole('button', { name: 'Delete and sign out' }).click();
    await cay.page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    expect(await cay.page.evaluate(readStoredItems)).toBe(0);
  });
});

/** The number of items in the browser's outbox database. Runs in the page. */
function readStoredItems(): Promise<number> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('cruddur-outbox');
    opening.onerror = () => reject(new Error('no database'));
    opening.onsuccess = () => {
      const count = opening.result.transaction('items').objectStore('items').count();
      count.onsuccess = () => resolve(count.result);
    };
  });
}

/** Makes every opening of the database wait for ever, while the page exists. Runs in the page. */
function blockDatabase(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('cruddur-outbox');
    opening.onsuccess = () => {
      // A connection that ignores `versionchange`; without a reference it would be garbage-collected and closed.
      Object.assign(globalThis, { held: opening.result });
      indexedDB.deleteDatabase('cruddur-outbox').onblocked = () => resolve();
    };
  });
}
