import type { Page, Route } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { homeCards, readHomeTexts, waitUntilSent, pendingBadges } from './pending-cruds.ts';

const POSTING = '**/api/activities';

describe('the outbox', () => {
  const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });
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

  const waiting = (on = page) => pendingBadges(on);
  const card = (text: string) => homeCards(page).filter({ hasText: text });

  it('[OUTBOX-3] three cruds written offline appear once each, in order, after the reconnect', async () => {
    await ann.page.context().setOffline(true);
    for (const text of ['offline one', 'offline two', 'offline three']) await postCrud(page, text);
    await until(async () => (await waiting().count()) === 3, { what: 'all three wait' });
    expect((await readHomeTexts(page)).slice(0, 3)).toEqual(['offline three', 'offline two', 'offline one']);
    await page.getByText('Three cruds are waiting').waitFor();
    await ann.page.context().setOffline(false);
    for (const on of [page, bob.page])
      await waitUntilSent(on, ['offline three', 'offline two', 'offline one']);
  });

  it('[OUTBOX-3] the same with a reload in between', async () => {
    await page.route(POSTING, (route) => route.abort());
    for (const text of ['reload one', 'reload two', 'reload three']) await postCrud(page, text);
    await page.reload();
    await until(async () => (await waiting().count()) === 3, { what: 'they wait after the reload' });
    await page.unroute(POSTING);
    for (const on of [page, bob.page]) await waitUntilSent(on, ['reload three', 'reload two', 'reload one']);
  });

  it('[OUTBOX-3] a lost answer to a stored crud causes no second one', async () => {
    let lost = 0;
    const lose = async (route: Route) => {
      if (route.request().method() !== 'POST' || lost++ > 0) return route.continue();
      await route.fetch();
      return route.abort();
    };
    await page.route(POSTING, lose);
    await postCrud(page, 'lost answer');
    for (const on of [page, bob.page]) await waitUntilSent(on, ['lost answer']);
    await until(() => lost > 1, { what: 'the crud was sent again' });
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await waitUntilSent(page, ['lost answer']);
  });

  it('[OUTBOX-12] a database that does not answer blocks nothing: the page shows it, and the crud is stored once', async () => {
    await page.evaluate(blockDatabase);
    await page.route(POSTING, (route) => route.abort());
    await postCrud(page, 'kept by the page');
    await card('kept by the page').getByText('Keep this page open').waitFor();
    await page.unroute(POSTING);
    for (const on of [page, bob.page]) await waitUntilSent(on, ['kept by the page']);
    await page.reload();
    await waitUntilSent(page, ['kept by the page']);
  });

  it('[OUTBOX-6] two tabs show the waiting cruds, and each is sent once', async () => {
    const context = page.context();
    const second = await context.newPage();
    await second.goto('/');
    await second.getByText('Live', { exact: true }).waitFor();
    await context.route(POSTING, (route) => route.abort());
    await postCrud(page, 'tab one');
    await postCrud(second, 'tab two');
    for (const on of [page, second])
      await until(async () => (await waiting(on).count()) === 2, { what: 'both tabs show both' });
    await context.unroute(POSTING);
    for (const on of [page, second, bob.page]) await waitUntilSent(on, ['tab two', 'tab one']);
    await second.close();
  });

  it('[OUTBOX-6] the sending tab may close during a send', async () => {
    const context = page.context();
    const second = await context.newPage();
    await second.goto('/');
    await context.route(POSTING, (route) => route.abort());
    await postCrud(page, 'left behind');
    await second.getByText('left behind').waitFor();
    await page.close();
    ann.page = page = second;
    await context.unroute(POSTING);
    for (const on of [page, bob.page]) await waitUntilSent(on, ['left behind']);
  });

  it('[OUTBOX-4, OUTBOX-14, OUTBOX-15] a refused crud shows the reason in place, blocks no other, and is sent with another text', async () => {
    const context = page.context();
    const refuse = (status: number, code: string) =>
      context.route(POSTING, (route) => route.fulfill({ status, json: [code] }));
    await refuse(403, 'generic_403');
    await postCrud(page, 'refused');
    await card('refused').getByText('You are not authorized to perform this action').waitFor();
    await context.unroute(POSTING);
    await postCrud(page, 'accepted');
    await until(async () => (await waiting().count()) === 0, { what: 'the second crud is not blocked' });
    expect((await readHomeTexts(page)).slice(0, 2)).toEqual(['accepted', 'refused']);
    await page.reload();
    await card('refused').getByRole('button', { name: 'Copy text' }).waitFor();
    await refuse(422, 'message_blank');
    await card('refused').getByRole('button', { name: 'Try again' }).click();
    await card('refused').getByText('The message cannot be blank').waitFor();
    expect(await card('refused').getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await context.unroute(POSTING);
    await card('refused').getByRole('button', { name: 'Edit' }).click();
    const text = page.getByRole('dialog').getByRole('textbox');
    expect(await text.inputValue()).toBe('refused');
    await text.fill('edited');
    await page.keyboard.press('Control+Enter');
    await waitUntilSent(page, ['edited', 'accepted']);
    expect(await card('refused').count()).toBe(0);
  });

  it('[OUTBOX-13] a reply to a crud that burned meanwhile shows that to its author, and its text stays copyable', async () => {
    const body = { user_handle: bob.self.handle, message: 'soon to be burned', ttl: '1-day' } as const;
    const { uuid } = await bob.self.callOk('createActivity', { body });
    const reply = page.getByRole('dialog').getByRole('textbox');
    await card(body.message)
      .getByRole('button', { name: /^Reply/ })
      .click();
    await reply.fill('a reply to nothing');
    await bob.self.callOk('burnActivity', { params: { activity_uuid: uuid } });
    await page.getByRole('dialog').getByRole('button', { name: 'Reply' }).click();
    await page.getByText('Your reply wasn’t posted. This crud has been forgotten.').waitFor();
    expect(await page.getByText('Reply lit.').count()).toBe(0);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await page.reload();
    await card('a reply to nothing').getByRole('button', { name: 'Copy text' }).waitFor();
    await card('a reply to nothing').getByRole('button', { name: 'Discard' }).click();
    await card('a reply to nothing').waitFor({ state: 'detached' });
  });

  it('[OUTBOX-7, COMPOSE-14] undo removes the last unsent crud, which is never sent', async () => {
    await page.route(POSTING, (route) => route.abort());
    await postCrud(page, 'in the way');
    await postCrud(page, 'second thoughts');
    expect(await page.locator('.toast').count()).toBe(1);
    await page.getByRole('button', { name: /^Undo/ }).click();
    await until(async () => (await card('second thoughts').count()) === 0, { what: 'the crud is removed' });
    await page.unroute(POSTING);
    for (const on of [page, bob.page]) await waitUntilSent(on, ['in the way']);
    expect(await bob.page.getByText('second thoughts').count()).toBe(0);
  });

  it('[OUTBOX-7] undo burns a crud that may have been sent; a repeat of a burned one is done', async () => {
    let taken: (() => void) | undefined;
    const isTaken = new Promise<void>((resolve) => (taken = resolve));
    await page.route(POSTING, async (route) => {
      await route.fetch().catch(() => undefined);
      taken?.();
      await route.abort();
    });
    await postCrud(page, 'lit and regretted');
    await isTaken;
    await bob.page.getByText('lit and regretted').waitFor();
    await page.getByRole('button', { name: /^Undo/ }).last().click();
    await page.unrouteAll({ behavior: 'wait' });
    for (const on of [page, bob.page])
      await until(async () => (await on.getByText('lit and regretted').count()) === 0, {
        what: 'the crud is burned',
      });
  });

  it('[OUTBOX-4] the repeat of a crud that was burned elsewhere is done', async () => {
    await page.route(POSTING, async (route) => {
      await route.fetch().catch(() => undefined);
      await route.abort();
    });
    await postCrud(page, 'burned elsewhere');
    await bob.page.getByText('burned elsewhere').waitFor();
    const [crud] = await ann.self.callOk('homeFeed');
    await ann.self.callOk('burnActivity', { params: { activity_uuid: crud?.uuid ?? '' } });
    await bob.page.getByText('burned elsewhere').waitFor({ state: 'hidden' });
    await page.unrouteAll({ behavior: 'wait' });
    await page.getByText('burned elsewhere').waitFor({ state: 'hidden' });
  });

  it('[OUTBOX-10] first messages to a user are sent in order into one conversation', async () => {
    await page.route('**/api/messages', (route) => route.abort());
    await page.goto('/messages/new/bob_outbox');
    const composer = page.getByPlaceholder('send a direct message...');
    for (const text of ['first', 'second', 'third']) {
      await composer.fill(text);
      await page.getByRole('button', { name: 'Message', exact: true }).click();
      await page.getByRole('log').getByText(text, { exact: true }).waitFor();
    }
    await page.getByRole('log').getByText('Sending').waitFor();
    await page.unroute('**/api/messages');
    await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
    await page.getByRole('log').getByText('Sent').waitFor();
    const messages = () => page.getByRole('log').locator('.message-text').allInnerTexts();
    await until(async () => (await messages()).join() === 'first,second,third', {
      what: 'each message is shown once',
    });
  });

  it('[MSG-8] a read message shows it, also after a reload', async () => {
    await page.goto('/messages');
    await page
      .getByRole('link', { name: /Bob Outbox/ })
      .first()
      .click();
    await page.getByRole('log').getByText('third').waitFor();
    await bob.page.goto(new URL(page.url()).pathname);
    await page.getByRole('log').getByText('Read', { exact: true }).waitFor();
    await page.reload();
    await page.getByRole('log').getByText('Read', { exact: true }).waitFor();
  });

  it('[OUTBOX-8] a sign-out asks for confirmation, and leaves nothing to the next user', async () => {
    await page.route(POSTING, (route) => route.abort());
    for (const text of ['never one', 'never two']) await postCrud(page, text);
    const signOut = async () => {
      await page.getByRole('button', { name: /Ann Outbox/ }).click();
      await page.getByRole('button', { name: 'Sign Out' }).click();
    };
    await signOut();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('2 posts haven’t been sent yet').waitFor();
    await dialog.getByRole('button', { name: 'Stay' }).click();
    expect(await waiting().count()).toBe(2);
    await signOut();
    await dialog.getByRole('button', { name: 'Delete and sign out' }).click();
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    expect(await page.evaluate(readStoredItems)).toBe(0);
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
