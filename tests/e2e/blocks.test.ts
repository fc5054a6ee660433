import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { holdRequests } from './hold-requests.ts';
import {
  fillInSignIn,
  openWithSession,
  postCrud,
  waitForNewCrud,
  type SignedInBrowser,
} from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const e2e = setUpE2e();

const composer = (page: Page) => page.getByPlaceholder('send a direct message...');
const crud = (page: Page, text: string) => page.getByRole('article').getByText(text);
const post = ({ self }: Pick<SignedInBrowser, 'self'>, message: string) =>
  self.callOk('createActivity', { body: { message } });

async function openConversation(page: Page, name: string): Promise<void> {
  await page
    .locator('.nav')
    .getByRole('link', { name: /^Messages/ })
    .click();
  await page.waitForURL('/messages');
  await page
    .getByRole('link', { name: new RegExp(name) })
    .filter({ hasText: 'Hello Ann' })
    .click();
  await page.getByRole('log').getByText('Hello Ann').waitFor();
}

it('[BLOCK-2, BLOCK-4, BLOCK-6] a block empties both open feeds of the other’s cruds and ends an open conversation in both browsers, until it is undone', async () => {
  const [annSelf, bobSelf, eve] = await Promise.all([
    e2e.app.signUp({ name: 'Ann Blocks', handle: 'ann_blocks' }),
    e2e.app.signUp({ name: 'Bob Blocks', handle: 'bob_blocks' }),
    e2e.app.signUp(),
  ]);
  await post({ self: annSelf }, 'A crud of Ann');
  const { uuid } = await post({ self: bobSelf }, 'A crud of Bob');
  await bobSelf.callOk('sendMessage', { body: { handle: 'ann_blocks', message: 'Hello Ann' } });
  await using ann = await openWithSession(e2e.browser, e2e.app, annSelf);
  await using bob = await openWithSession(e2e.browser, e2e.app, bobSelf);

  // From a crud's menu.
  await crud(bob.page, 'A crud of Ann').waitFor();
  const theirs = ann.page.getByRole('article').filter({ hasText: 'A crud of Bob' });
  await theirs.getByRole('button', { name: 'More about this crud' }).click();
  await ann.page.getByRole('menuitem', { name: 'Block @bob_blocks…' }).click();
  const dialog = ann.page.getByRole('dialog', { name: 'Block @bob_blocks?' });
  await dialog.getByText('Public pages stay public').waitFor();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await crud(ann.page, 'A crud of Bob').waitFor({ state: 'detached' });
  await crud(bob.page, 'A crud of Ann').waitFor({ state: 'detached' });
  await post(bob, 'Unseen by Ann');
  await post(ann, 'Unseen by Bob');
  await eve.callOk('createActivity', { body: { message: 'Seen by both' } });
  for (const { page } of [ann, bob]) await waitForNewCrud(page, 'Seen by both');
  expect(await crud(ann.page, 'Unseen by Ann').count()).toBe(0);
  expect(await crud(bob.page, 'Unseen by Bob').count()).toBe(0);
  await openConversation(ann.page, 'Bob Blocks');
  await ann.page.getByText('You blocked @bob_blocks').waitFor();
  expect(await composer(ann.page).count()).toBe(0);
  await ann.page.goto(`/@bob_blocks/status/${uuid}`);
  await ann.page.getByText('You blocked @bob_blocks').waitFor();
  await ann.page.goto('/@bob_blocks');
  await ann.page.getByText('You blocked @bob_blocks').waitFor();
  expect(await ann.page.getByText(/\d Cruds?$|Nothing to see here yet/).count()).toBe(0);
  const message = ann.page.getByRole('link', { name: 'Message', exact: true });
  expect(await message.count()).toBe(0);
  await ann.page.getByRole('button', { name: 'Unblock', exact: true }).click();
  await message.waitFor();
  await crud(ann.page, 'Unseen by Ann').waitFor();
  await crud(bob.page, 'Unseen by Bob').waitFor();

  // From the menu of a conversation.
  await openConversation(ann.page, 'Bob Blocks');
  await openConversation(bob.page, 'Ann Blocks');
  for (const { page } of [ann, bob]) await page.getByText('here now').first().waitFor();
  await composer(bob.page).pressSequentially('I am typ');
  const typing = ann.page.getByText(/is typing/);
  await typing.first().waitFor();
  await ann.page.getByRole('button', { name: 'More about this conversation' }).click();
  await ann.page.getByRole('menuitem', { name: 'Block @bob_blocks…' }).click();
  await dialog.getByText('message each other. @bob_blocks isn’t notified.').waitFor();
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await ann.page.getByText('You blocked @bob_blocks').waitFor();
  await bob.page.getByText('You can’t message this person').waitFor();
  for (const { page } of [ann, bob]) {
    await composer(page).waitFor({ state: 'detached' });
    await page.getByRole('log').getByText('Hello Ann').waitFor();
    expect(await page.getByText(/is typing|here now/).count()).toBe(0);
  }
  expect(await bob.page.getByLabel('Your unsent message').inputValue()).toBe('I am typ');
  await ann.page.getByRole('button', { name: '@ann_blocks, account' }).click();
  await ann.page.getByRole('link', { name: 'Settings' }).click();
  await ann.page.getByRole('button', { name: 'Unblock @bob_blocks' }).click();
  await ann.page.getByText('You haven’t blocked anyone.').waitFor();
  await composer(bob.page).waitFor();
  expect(await composer(bob.page).inputValue()).toBe('I am typ');
});

it('[BLOCK-1, MUTE-1, REPORT-1] a block, a mute and a report answer at once on a slow line, and a failure takes them back', async () => {
  const bob = await e2e.app.signUp({ name: 'Bob Slow', handle: 'bob_slow' });
  const cay = { name: 'Cay Slow', handle: 'cay_slow' };
  await e2e.app.signUp(cay);
  await post({ self: bob }, 'A crud of Bob Slow');
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Slow', handle: 'ann_slow' });
  const { page } = ann;
  const theirs = page.getByRole('article').filter({ hasText: 'A crud of Bob Slow' });
  const dialog = page.getByRole('dialog');
  const choose = async (item: string, confirm: string) => {
    await theirs.getByRole('button', { name: 'More about this crud' }).click();
    await page.getByRole('menuitem', { name: item }).click();
    if (confirm === 'Report') await dialog.getByRole('radio', { name: 'Spam' }).check({ force: true });
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
  };
  const refuse = (address: string) =>
    page.route(address, (route) => route.fulfill({ status: 403, json: ['generic_403'] }));
  const holdsPage = () =>
    page.evaluate(() => !window.dispatchEvent(new Event('beforeunload', { cancelable: true })));
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await page.goto('/');

  for (const { item, confirm, calls, text, failure } of [
    {
      item: 'Block @bob_slow…',
      confirm: 'Block',
      calls: '**/api/blocks/*',
      text: 'Blocked @bob_slow.',
      failure: 'Can’t block @bob_slow. You are not authorized to perform this action.',
    },
    {
      item: 'Mute @bob_slow…',
      confirm: 'Mute',
      calls: '**/api/mutes',
      text: 'Muted @bob_slow',
      failure: 'Can’t mute @bob_slow. You are not authorized to perform this action.',
    },
  ]) {
    await theirs.waitFor();
    const release = await holdRequests(page, calls);
    await choose(item, confirm);
    await page.getByText(text).waitFor();
    await theirs.waitFor({ state: 'detached' });
    expect(await holdsPage()).toBe(true);
    release();
    await undo.click();
    await theirs.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await refuse(calls);
    await choose(item, confirm);
    await page.getByText(failure).waitFor();
    await theirs.waitFor();
    await page.unrouteAll({ behavior: 'wait' });
  }

  // A block and its undoing that both fail leave what was before.
  await refuse('**/api/blocks/*');
  const releaseBlocks = await holdRequests(page, '**/api/blocks/*');
  const releaseAccount = await holdRequests(page, '**/api/users/me');
  await choose('Block @bob_slow…', 'Block');
  await undo.click();
  releaseBlocks();
  await page.getByText('Can’t unblock @bob_slow.').waitFor();
  await theirs.getByRole('button', { name: 'More about this crud' }).click();
  await page.getByRole('menuitem', { name: 'Block @bob_slow…', exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  releaseAccount();
  await page.unrouteAll({ behavior: 'wait' });

  await refuse('**/api/reports');
  await choose('Report', 'Report');
  await page.getByText('Your report wasn’t sent. You are not authorized to perform this action.').waitFor();
  await page.unrouteAll({ behavior: 'wait' });
  const sent = page.waitForResponse('**/api/reports');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Thank you. The operators of this site will look at it.').waitFor();
  expect((await sent).status()).toBe(200);
  await expect.poll(holdsPage).toBe(false);

  // The next person sends neither the report nor the undoing of a block whose answer is late, and keeps the blocked person's cruds.
  await refuse('**/api/reports');
  await choose('Report', 'Report');
  await page.getByText('Your report wasn’t sent.').waitFor();
  const releaseBlock = await holdRequests(page, '**/api/blocks/*');
  await choose('Block @bob_slow…', 'Block');
  await undo.click();
  await page.getByRole('button', { name: '@ann_slow, account' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
  await page
    .getByRole('link', { name: /^Sign In/ })
    .first()
    .click();
  await fillInSignIn(page, cay);
  await theirs.waitFor();
  const sentByNext: string[] = [];
  page.on('request', (request) => {
    if (/\/api\/(reports|blocks)/u.test(request.url())) sentByNext.push(request.url());
  });
  const answered = page.waitForResponse('**/api/blocks/*');
  releaseBlock();
  await answered;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByText('Your report wasn’t sent.').waitFor({ state: 'detached' });
  await postCrud(page, 'after the press');
  await crud(page, 'after the press').waitFor();
  await theirs.waitFor();
  expect(sentByNext).toEqual([]);
});
