import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createOfflineSwitch } from './offline-switch.ts';
import { waitForAcceptedSocket } from './shared-tabs.ts';
import { setUpE2e } from './set-up-e2e.ts';
import type { SignedInBrowser } from './test-browser.ts';

describe('a removed message', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: SignedInBrowser;
  let conversation: string;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Unsend', handle: 'ann_unsend' });
    bob = await e2e.openSignedInBrowser({ name: 'Bob Unsend', handle: 'bob_unsend' });
    const body = { message: 'Hello', handle: 'bob_unsend' };
    conversation = `/messages/${(await ann.self.callOk('sendMessage', { body })).message_group_uuid ?? ''}`;
  });

  const log = (page: Page) => page.getByRole('log');
  const row = (page: Page) => page.getByRole('link', { name: /(Ann|Bob) Unsend/ }).first();
  async function send(page: Page, text: string): Promise<void> {
    await page.getByPlaceholder('send a direct message...').fill(text);
    await page.getByRole('button', { name: 'Message', exact: true }).click();
    await log(page).getByText(text).waitFor();
  }

  it('[UNSEND-2, UNSEND-8, UNSEND-9] leaves a note on both sides, and a recipient who was offline never sees it', async () => {
    const network = await createOfflineSwitch(bob.page);
    const isConnected = waitForAcceptedSocket(bob.page);
    await bob.page.goto(conversation);
    await isConnected;
    await ann.page.goto(conversation);
    for (const { page } of [ann, bob]) await log(page).getByText('Hello').waitFor();
    await bob.page.evaluate(() => {
      const look = () => {
        if (document.body.textContent.includes('Never seen')) document.documentElement.dataset.seen = 'yes';
      };
      new MutationObserver(look).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await network.goOffline();
    await send(ann.page, 'Never seen');
    const sent = log(ann.page).locator('.message', { hasText: 'Never seen' });
    await sent.hover();
    await sent.getByRole('button', { name: 'More about this message' }).click();
    await ann.page.getByRole('menuitem', { name: 'Remove for everyone' }).click();
    await ann.page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    for (const shown of [log(ann.page), row(ann.page)]) await shown.getByText('Message removed').waitFor();
    await network.goOnline();
    for (const shown of [log(bob.page), row(bob.page)]) await shown.getByText('Message removed').waitFor();
    await send(ann.page, 'Taken back');
    await log(bob.page).getByText('Taken back').waitFor();
    await ann.page.getByRole('button', { name: /^Undo/ }).click();
    for (const { page } of [ann, bob]) await log(page).getByText('Message removed').nth(1).waitFor();
    expect(await bob.page.evaluate(() => document.documentElement.dataset.seen)).toBeUndefined();
  });
});
