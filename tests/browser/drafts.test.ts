import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { emailOf, PASSWORD, signInByForm } from '../e2e/test-browser.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const ANN = { name: 'Ann Draft', handle: 'ann_draft' };
const BOB = { name: 'Bob Draft', handle: 'bob_draft' };

const e2e = setUpE2e();

const text = (page: Page) => page.getByRole('dialog').getByRole('textbox');
const composer = (page: Page) => page.getByPlaceholder('send a direct message...');
const compose = async (page: Page) => {
  await page.getByRole('button', { name: 'Crud', exact: true }).first().click();
  await text(page).waitFor();
};
const kept = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));
const signOut = async (page: Page) => {
  await page.getByRole('button', { name: /Draft.*account/ }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
};
const leaves = (page: Page) => page.getByRole('heading', { name: 'Join The Party' }).waitFor();

it('[ACCOUNT-9, ACCOUNT-10, STAY-13] a draft survives a reload and a session that was ended elsewhere, and is gone once it is sent', async () => {
  await e2e.app.signUp(BOB);
  await using ann = await e2e.openSignedInBrowser(ANN);
  const { page, self } = ann;
  await page.goto('/search?term=whales');
  await compose(page);
  await text(page).fill('half a thought');
  await page.getByText('1 day', { exact: true }).click();
  await page.reload();
  await compose(page);
  await expect.poll(() => text(page).inputValue()).toBe('half a thought');
  await page.getByText('Draft kept').waitFor();
  expect(await page.getByRole('radio', { name: '1 day' }).isChecked()).toBe(true);
  await page.keyboard.press('Escape');

  const notice = page.getByRole('status').filter({ hasText: 'Your session as @ann_draft has ended.' });
  await self.callOk('endSession', { body: { all: true } });
  await notice.waitFor();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBe(null);
  await notice.getByRole('button', { name: 'Sign In' }).click();
  await page.waitForURL('/signin');
  await notice.waitFor({ state: 'detached' });
  await page.getByLabel('Email').fill(emailOf(ANN));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
  await page.waitForURL('/search?term=whales');
  await page.getByText('Welcome back, @ann_draft.').waitFor();
  await compose(page);
  await expect.poll(() => text(page).inputValue()).toBe('half a thought');
  await page.getByRole('dialog').getByRole('button', { name: 'Crud', exact: true }).click();
  await expect.poll(() => kept(page)).toEqual([]);

  const other = await page.context().newPage();
  for (const tab of [page, other]) await tab.goto(`/messages/new/${BOB.handle}`);
  await composer(other).waitFor();
  await composer(page).fill('Dear Bob');
  await expect.poll(() => composer(other).inputValue()).toBe('Dear Bob');
  await composer(other).press('Enter');
  await page.waitForURL(/\/messages\/[0-9a-f-]{36}$/);
  await other.close();
  await expect.poll(() => kept(page)).toEqual([]);

  await page.goto('/');
  const reply = page.getByRole('article').getByRole('button', { name: /^Reply/ });
  await reply.first().click();
  await text(page).fill('On second thoughts');
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await kept(page)).length).toBe(1);
});

it('[ACCOUNT-10] a draft is not shown to another user of the browser; a sign-out asks first, then deletes it and shows no notice', async () => {
  const cem = { name: 'Cem Draft', handle: 'cem_draft' };
  const dan = { name: 'Dan Draft', handle: 'dan_draft' };
  await e2e.app.signUp(dan);
  await using visitor = await e2e.openSignedInBrowser(cem);
  const { page, self } = visitor;
  await compose(page);
  await text(page).fill('of Cem alone');
  await self.callOk('endSession', { body: { all: true } });
  await leaves(page);
  expect(await kept(page)).toHaveLength(1);
  await signInByForm(page, dan);
  await compose(page);
  expect(await text(page).inputValue()).toBe('');
  expect(await kept(page)).toEqual([]);

  await text(page).fill('never to be read');
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.getByRole('heading', { name: 'Sign out?' }).waitFor();
  await page.getByRole('button', { name: 'Stay' }).click();
  expect(await kept(page)).toHaveLength(1);
  await page.keyboard.press('Escape');
  await signOut(page);
  await page.getByRole('button', { name: 'Delete and sign out' }).click();
  await leaves(page);
  expect(await kept(page)).toEqual([]);
  expect(await page.getByText('has ended').count()).toBe(0);
});
