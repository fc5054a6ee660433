import type { Page, Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { readMessages } from '../support/actions.ts';
import { accept, allow } from '../support/message-requests.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { setUpE2e } from './set-up-e2e.ts';
import { openBrowserOf } from './test-browser.ts';

const e2e = setUpE2e();

const composer = (page: Page) => page.getByPlaceholder('send a direct message...');
const send = async (page: Page, text: string) => {
  await composer(page).fill(text);
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await page.getByRole('log').getByText(text).waitFor();
};
const openMessages = (page: Page) =>
  page
    .locator('.nav')
    .getByRole('link', { name: /^Messages/ })
    .click();
const requests = (page: Page) => page.getByRole('link', { name: /^Requests/ });
/** Handles the first answer to a request by this method; its state is read at the same address. */
async function onFirst(
  page: Page,
  method: 'PUT' | 'DELETE',
  handle: (route: Route) => Promise<void>,
): Promise<void> {
  let isHandled = false;
  await page.route('**/api/message_requests/*', (route) => {
    if (isHandled || route.request().method() !== method) return route.fallback();
    isHandled = true;
    return handle(route);
  });
}
const bar = (page: Page) => page.getByRole('region', { name: 'Message request' });

it('is kept apart until it is accepted, which opens it in both browsers, or deleted, which all tabs follow', async () => {
  const open = async (name: string) => {
    const handle = `${name.toLowerCase()}_requests`;
    return openBrowserOf(e2e.browser, e2e.app, await e2e.app.signUp({ name: `${name} Requests`, handle }));
  };
  await using ann = await open('Ann');
  await using bob = await open('Bob');
  await using eve = await open('Eve');
  const { page } = ann;
  const senders = page.getByRole('group', { name: 'Who can message you' });
  await page.goto('/settings');
  await senders.getByRole('radio', { name: 'People I know' }).check();
  await page.getByText('Others can send you a request of 3 messages.').waitFor();
  const readSetting = async () => (await ann.self.callOk('privacySettings')).messages_from;
  await expect.poll(readSetting).toBe('known');
  await openMessages(page);
  await page.getByText('Nothing to see here yet').waitFor();
  expect(await requests(page).count()).toBe(0);

  await bob.page.goto('/messages/new/ann_requests');
  await send(bob.page, 'Hello Ann');
  const note = bob.page.getByText(/@ann_requests accepts/);
  await bob.page.getByText('You can send 2 more messages until @ann_requests accepts.').waitFor();
  await requests(page).getByText('1', { exact: true }).waitFor();
  await page.locator('.nav').getByRole('link', { name: 'Messages, 1 new' }).waitFor();
  expect(await page.getByText('Nothing to see here yet').count()).toBe(0);
  await requests(page).click();
  await page.waitForURL('/messages/requests');
  await page.getByRole('link', { name: /Bob Requests/ }).click();
  await bar(page).getByText('@bob_requests wants to message you.').waitFor();
  const request = page.url();
  await page.goto('/messages/new/bob_requests');
  await page.waitForURL(request);
  await page.getByRole('log').getByText('Hello Ann').waitFor();
  expect(await composer(page).count()).toBe(0);
  await send(bob.page, 'Are you there?');
  await page.getByRole('log').getByText('Are you there?').waitFor();
  expect(await bob.page.getByText(/here now|Read/).count()).toBe(0);
  await bob.page.getByText('You can send 1 more message until @ann_requests accepts.').waitFor();
  await send(bob.page, 'The last one');
  await bob.page.getByText('You can write again once @ann_requests accepts your request.').waitFor();
  await composer(bob.page).waitFor({ state: 'detached' });

  await bar(page).getByRole('button', { name: 'Accept' }).click();
  await composer(page).and(page.locator(':focus')).waitFor();
  await page.getByText('here now').first().waitFor();
  await page.locator('.nav').getByRole('link', { name: 'Messages', exact: true }).waitFor();
  await note.waitFor({ state: 'detached' });
  await composer(bob.page).waitFor();
  await bob.page.getByText('here now').first().waitFor();
  await send(page, 'Now I am');
  await bob.page.getByRole('log').getByText('Now I am').waitFor();

  await eve.page.goto('/messages/new/ann_requests');
  await send(eve.page, 'Buy this');
  const second = await page.context().newPage();
  await second.goto('/messages');
  for (const tab of [page, second]) {
    await openMessages(tab);
    await requests(tab).click();
    await tab.getByRole('link', { name: /Eve Requests/ }).click();
    await bar(tab).waitFor();
  }
  // A tab behind another one has no frames, without which a press is not repeated in time.
  await page.bringToFront();
  await bar(page).getByRole('button', { name: 'Delete' }).click();
  const dialog = page.getByRole('dialog', { name: 'Delete this request?' });
  await dialog.getByText('They aren’t told.').waitFor();
  await onFirst(page, 'DELETE', (route) => route.fulfill({ status: 400, json: ['generic_400'] }));
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('alert').waitFor();
  const isDeleted = async () => {
    // A press right after a failure is a double press, and dropped; once it is deleted the dialog is gone.
    await dialog
      .getByRole('button', { name: 'Delete' })
      .click({ timeout: 1000 })
      .catch(() => undefined);
    return new URL(page.url()).pathname === '/messages/requests';
  };
  await until(isDeleted, { what: 'the deletion is repeated' });
  await page.getByText('wait here for your answer').waitFor();
  await second.getByText('This conversation doesn’t exist').waitFor();
  await composer(eve.page).fill('Buy two');
  await eve.page.getByRole('button', { name: 'Message', exact: true }).click();
  await eve.page.getByText('You can’t message this person').waitFor();
  expect(await page.getByText('Buy').count()).toBe(0);
  await openMessages(page);
  await page.getByRole('link', { name: /Bob Requests/ }).waitFor();
  expect(await requests(page).count()).toBe(0);

  await using dan = await open('Dan');
  await dan.page.goto('/messages/new/ann_requests');
  await send(dan.page, 'Too late');
  await requests(page).click();
  await page.getByRole('link', { name: /Dan Requests/ }).click();
  await onFirst(page, 'PUT', async (route) => {
    const [message_group_uuid = ''] = new URL(page.url()).pathname.split('/').slice(-1);
    await ann.self.callOk('deleteRequest', { params: { message_group_uuid } });
    await route.continue();
  });
  await bar(page).getByRole('button', { name: 'Accept' }).click();
  await page.getByText(/wait here for your answer|This conversation doesn’t exist/).waitFor();
});

it('[REQUEST-5, REQUEST-6] a fourth message that was written before the answers is kept, and sent once the request is accepted', async () => {
  const recipient = await e2e.app.signUp({ name: 'Gil Requests', handle: 'gil_requests' });
  await allow(recipient, 'known');
  await using fay = await e2e.openSignedInBrowser({ name: 'Fay Requests', handle: 'fay_requests' });
  const { page } = fay;
  await page.goto('/messages/new/gil_requests');
  const release = await holdRequests(page, '**/api/messages');
  for (const text of ['One', 'Two', 'Three', 'Four']) await send(page, text);
  release();
  await page.getByRole('log').getByText('Sent once your request is accepted').waitFor();
  for (const name of ['Try again', 'Edit'])
    expect(await page.getByRole('log').getByRole('button', { name }).count()).toBe(0);
  await page.getByText('You can write again once @gil_requests accepts your request.').waitFor();
  const [request] = await recipient.callOk('messageRequests');
  await page.goto('/');
  await accept(recipient, request?.uuid ?? '');
  const read = async () => (await readMessages(recipient, request?.uuid ?? '')).map(({ message }) => message);
  await expect.poll(read).toEqual(['One', 'Two', 'Three', 'Four']);
});

it('[REQUEST-5] the composer opens again, and a kept message is sent, once the recipient takes messages of everyone', async () => {
  const recipient = await e2e.app.signUp({ name: 'Ida Requests', handle: 'ida_requests' });
  await allow(recipient, 'known');
  await using hal = await e2e.openSignedInBrowser({ name: 'Hal Requests', handle: 'hal_requests' });
  const { page } = hal;
  await page.goto('/messages/new/ida_requests');
  const release = await holdRequests(page, '**/api/messages');
  for (const text of ['One', 'Two', 'Three', 'Four']) await send(page, text);
  release();
  await page.getByRole('log').getByText('Sent once your request is accepted').waitFor();
  await composer(page).waitFor({ state: 'detached' });
  const [request] = await recipient.callOk('messageRequests');
  await allow(recipient, 'everyone');
  await page.reload();
  await composer(page).waitFor();
  const read = async () => (await readMessages(recipient, request?.uuid ?? '')).map(({ message }) => message);
  await expect.poll(read).toEqual(['One', 'Two', 'Three', 'Four']);
});
