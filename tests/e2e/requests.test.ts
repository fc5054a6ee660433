import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('a message request', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: SignedInBrowser;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Requests', handle: 'ann_requests' });
    bob = await e2e.openSignedInBrowser({ name: 'Bob Requests', handle: 'bob_requests' });
  });

  const composer = (page: Page) => page.getByPlaceholder('send a direct message...');
  const send = async (page: Page, text: string) => {
    await composer(page).fill(text);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await page.getByRole('log').getByText(text).waitFor();
  };
  const requests = (page: Page) => page.getByRole('link', { name: /^Requests/ });
  const note = (page: Page) => page.getByText('gets this as a request');
  const bar = (page: Page) => page.getByRole('region', { name: 'Message request' });
  const choose = (page: Page, senders: string) =>
    page.getByRole('group', { name: 'Who can message you' }).getByRole('radio', { name: senders });
  const unread = (page: Page) => page.getByRole('link', { name: /^Messages, / }).count();

  it('[REQUEST-17, REQUEST-18, REQUEST-20] is kept apart until it is accepted, which opens it in both browsers', async () => {
    await ann.page.goto('/settings');
    await choose(ann.page, 'People I know').check();
    await ann.page.getByText('Others can send you a request of 3 messages.').waitFor();
    await ann.page.reload();
    await expect.poll(() => choose(ann.page, 'People I know').isChecked()).toBe(true);
    await ann.page.goto('/messages');
    await ann.page.getByText('Nothing to see here yet').waitFor();
    expect(await requests(ann.page).count()).toBe(0);

    await bob.page.goto('/messages/new/ann_requests');
    await send(bob.page, 'Hello Ann');
    await note(bob.page).waitFor();
    await requests(ann.page).getByText('1', { exact: true }).waitFor();
    expect(await unread(ann.page)).toBe(0);
    await requests(ann.page).click();
    await ann.page.waitForURL('/messages/requests');
    await ann.page.getByRole('link', { name: /Bob Requests/ }).click();
    await bar(ann.page).getByText('@bob_requests wants to message you.').waitFor();
    const request = ann.page.url();
    await ann.page.goto('/messages/new/bob_requests');
    await ann.page.waitForURL(request);
    await ann.page.getByRole('log').getByText('Hello Ann').waitFor();
    expect(await composer(ann.page).count()).toBe(0);
    await send(bob.page, 'Are you there?');
    await ann.page.getByRole('log').getByText('Are you there?').waitFor();
    expect(await bob.page.getByText(/here now|Read/).count()).toBe(0);

    await bar(ann.page).getByRole('button', { name: 'Accept' }).click();
    await composer(ann.page).waitFor();
    await note(bob.page).waitFor({ state: 'detached' });
    await bob.page.getByText('here now').first().waitFor();
    await send(ann.page, 'Now I am');
    await bob.page.getByRole('log').getByText('Now I am').waitFor();
    await ann.page.goto('/messages');
    await ann.page.getByRole('link', { name: /Bob Requests/ }).waitFor();
    expect(await requests(ann.page).count()).toBe(0);
  });

  it('[REQUEST-18, REQUEST-19] deleted in one tab, it leaves the other one too, and its sender reads that the message is refused', async () => {
    await using eve = await e2e.openSignedInBrowser({ name: 'Eve Requests', handle: 'eve_requests' });
    await eve.page.goto('/messages/new/ann_requests');
    await send(eve.page, 'Buy this');
    const second = await ann.page.context().newPage();
    for (const page of [ann.page, second]) {
      await page.goto('/messages/requests');
      await page.getByRole('link', { name: /Eve Requests/ }).click();
      await bar(page).waitFor();
    }
    await bar(ann.page).getByRole('button', { name: 'Delete' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'Delete this request?' });
    await dialog.getByText('They aren’t told.').waitFor();
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await ann.page.waitForURL('/messages/requests');
    await ann.page.getByText('wait here for your answer').waitFor();
    await second.getByText('This conversation doesn’t exist').waitFor();
    await composer(eve.page).fill('Buy two');
    await eve.page.getByRole('button', { name: 'Message', exact: true }).click();
    await eve.page.getByText('You can’t message this person').waitFor();
    expect(await ann.page.getByText('Buy').count()).toBe(0);
  });
});
