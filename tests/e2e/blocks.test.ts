import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('a block', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: SignedInBrowser;
  let conversation: string;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Blocks', handle: 'ann_blocks' });
    bob = await e2e.openSignedInBrowser({ name: 'Bob Blocks', handle: 'bob_blocks' });
    const body = { handle: 'ann_blocks', message: 'Hello Ann' };
    conversation = `/messages/${(await bob.self.callOk('sendMessage', { body })).message_group_uuid ?? ''}`;
  });

  const composer = (page: Page) => page.getByPlaceholder('send a direct message...');
  const post = ({ self }: SignedInBrowser, message: string) =>
    self.callOk('createActivity', { body: { message } });
  const crud = (page: Page, text: string) => page.getByRole('article').getByText(text);
  /** The feed may hold a new crud back. */
  const waitForNew = async (page: Page, text: string) => {
    const pill = page.getByRole('button', { name: '1 new crud' });
    await pill.or(crud(page, text)).first().waitFor();
    if (await pill.isVisible()) await pill.click();
    await crud(page, text).waitFor();
  };

  it('[BLOCK-6, BLOCK-7, BLOCK-11, BLOCK-12] from a conversation ends typing and the composer in both browsers while the other one types, and settings undo it', async () => {
    await ann.page.goto(conversation);
    await bob.page.goto(conversation);
    for (const { page } of [ann, bob]) await page.getByText('here now').first().waitFor();
    await composer(bob.page).pressSequentially('I am typ');
    await ann.page
      .getByText(/is typing/)
      .first()
      .waitFor();
    await ann.page.getByRole('button', { name: 'More about this conversation' }).click();
    await ann.page.getByRole('menuitem', { name: 'Block @bob_blocks…' }).click();
    const dialog = ann.page.getByRole('dialog', { name: 'Block @bob_blocks?' });
    await dialog.getByText('Public pages stay public').waitFor();
    await dialog.getByText('message each other. @bob_blocks isn’t notified.').waitFor();
    await dialog.getByRole('button', { name: 'Block', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await ann.page.getByText('You blocked @bob_blocks').waitFor();
    await bob.page.getByText('You can’t message this person').waitFor();
    for (const { page } of [ann, bob]) {
      await composer(page).waitFor({ state: 'detached' });
      await page.getByRole('log').getByText('Hello Ann').waitFor();
      expect(await page.getByText(/is typing|here now/).count()).toBe(0);
    }
    expect(await bob.page.getByLabel('Your unsent message').inputValue()).toBe('I am typ');

    await ann.page.goto('/@bob_blocks');
    await ann.page.getByText('You blocked @bob_blocks').waitFor();
    await ann.page.goto('/settings');
    await ann.page.getByRole('button', { name: 'Unblock @bob_blocks' }).click();
    await ann.page.getByText('You haven’t blocked anyone.').waitFor();
    await composer(bob.page).waitFor();
    expect(await composer(bob.page).inputValue()).toBe('I am typ');
  });

  it('[BLOCK-10, BLOCK-11] from a crud’s menu empties both open feeds of the other’s cruds, old and new, and the profile brings them back', async () => {
    await Promise.all([ann.page.goto('/'), bob.page.goto('/')]);
    await post(ann, 'A crud of Ann');
    await post(bob, 'A crud of Bob');
    for (const { page } of [ann, bob]) {
      await crud(page, 'A crud of Ann').waitFor();
      await crud(page, 'A crud of Bob').waitFor();
    }
    const theirs = ann.page.getByRole('article').filter({ hasText: 'A crud of Bob' });
    await theirs.getByRole('button', { name: 'More about this crud' }).click();
    await ann.page.getByRole('menuitem', { name: 'Block @bob_blocks…' }).click();
    await ann.page.getByRole('button', { name: 'Block', exact: true }).click();
    await crud(ann.page, 'A crud of Bob').waitFor({ state: 'detached' });
    await crud(bob.page, 'A crud of Ann').waitFor({ state: 'detached' });
    const eve = await e2e.app.signUp();
    await post(bob, 'Unseen by Ann');
    await post(ann, 'Unseen by Bob');
    await eve.callOk('createActivity', { body: { message: 'Seen by both' } });
    for (const { page } of [ann, bob]) await waitForNew(page, 'Seen by both');
    expect(await crud(ann.page, 'Unseen by Ann').count()).toBe(0);
    expect(await crud(bob.page, 'Unseen by Bob').count()).toBe(0);

    await ann.page.goto('/@bob_blocks');
    await ann.page.getByRole('button', { name: 'Unblock', exact: true }).click();
    await crud(ann.page, 'Unseen by Ann').waitFor();
    await crud(bob.page, 'Unseen by Bob').waitFor();
  });
});
