import { expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import { setUpE2e } from './set-up-e2e.ts';

const e2e = setUpE2e();
const HOUR_MS = 3_600_000;

it('[SEARCH-1] each empty list says what to do about it and links there', async () => {
  await e2e.app.signUp({ name: 'Bob Empty', handle: 'bob_empty' });
  await using ann = await e2e.openSignedInBrowser({ name: 'Ann Empty', handle: 'ann_empty' });
  const { page } = ann;
  const main = page.getByRole('main');
  const nothing = page.getByText('Nothing to see here yet').filter({ visible: true });
  const section = (name: string) => page.locator('.nav').getByRole('link', { name, exact: true });
  for (const name of ['Home', 'Notifications', 'Profile']) {
    await section(name).click();
    await page.getByRole('heading', { level: 1, name: name === 'Profile' ? 'Ann Empty' : name }).waitFor();
    await nothing.waitFor();
    await main.getByRole('button', { name: 'Write a crud' }).click();
    await page.getByRole('dialog').getByRole('textbox', { name: 'Your crud' }).waitFor();
    await page.keyboard.press('Escape');
    await main.getByRole('link', { name: 'Find people' }).click();
    await page.waitForURL('/search');
  }

  await page.goto('/search?term=zzyzx');
  await page.getByRole('heading', { name: 'Nothing found for “zzyzx”' }).waitFor();

  await section('Messages').click();
  await nothing.waitFor();
  const buttons = main.getByRole('button', { name: 'New message' }).filter({ visible: true });
  expect(await buttons.count()).toBe(1);
  await page.setViewportSize({ width: 390, height: 844 });
  await main.getByText('New message', { exact: true }).filter({ visible: true }).click();
  await page.getByRole('dialog').getByRole('combobox').waitFor();

  await page.goto('/messages/new/bob_empty');
  await nothing.waitFor();
  await page.getByText('Say the first thing. Unlike a crud, it stays.').waitFor();
  await page.getByPlaceholder('send a direct message...').fill('Hello there');
  await page.getByRole('button', { name: 'Message', exact: true }).click();
  await page.getByRole('log').getByText('Hello there').waitFor();
  expect(await page.getByRole('log').getByText('Nothing to see here yet').count()).toBe(0);
});

it('[FEED-8] new cruds do not wait behind the pill once every shown one has expired', async () => {
  const eli = await e2e.app.signUp({ name: 'Eli Empty', handle: 'eli_empty' });
  const lifetimeMs = () => HOUR_MS / 2;
  await addCruds(e2e.app, { author: eli.sub, count: 1, textOf: () => 'Soon gone.', lifetimeMs });
  await using fay = await e2e.openSignedInBrowser({ name: 'Fay Empty', handle: 'fay_empty' });
  const { page } = fay;
  await page.goto('/');
  await page.getByText('Soon gone.').waitFor();
  await eli.callOk('createActivity', { body: { message: 'Here to stay.', ttl: '1-day' } });
  const pill = page.getByRole('button', { name: '1 new crud' });
  await pill.waitFor();
  await e2e.app.advance(HOUR_MS);
  await page.getByText('Here to stay.').waitFor();
  await pill.waitFor({ state: 'detached' });
  expect(await page.getByText('Soon gone.').count()).toBe(0);
});

it('[SEARCH-2] on a phone the tab bar leads to the search, which shows trends and people until a term is typed', async () => {
  const cid = await e2e.app.signUp({ name: 'Cid Idea', handle: 'cid_idea' });
  await cid.callOk('createActivity', { body: { message: 'An idea.', ttl: '1-day' } });
  await using dan = await e2e.openSignedInBrowser({ name: 'Dan Idea', handle: 'dan_idea' });
  const { page } = dan;
  await page.setViewportSize({ width: 390, height: 844 });
  const search = page.locator('.tabs').getByRole('link', { name: 'Search' });
  await search.click();
  await search.and(page.locator('[aria-current=page]')).waitFor();
  await page.locator('.tabs').getByRole('link', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Settings' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Search' }).count()).toBe(0);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 320, height: 640 });
  expect(await search.isVisible()).toBe(false);
  await page.locator('.tabs').getByRole('link', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search' }).waitFor();
  await page.keyboard.press('Escape');
  const main = page.getByRole('main');
  const trending = main.getByRole('heading', { name: 'Trending' });
  await trending.waitFor();
  await main.getByRole('heading', { name: 'Suggested Users' }).waitFor();
  await main.getByRole('searchbox', { name: 'Search' }).fill('idea');
  await main.getByText('An idea.').waitFor();
  expect(await trending.count()).toBe(0);
  await page.setViewportSize({ width: 1280, height: 800 });
  expect(await page.locator('.nav').getByRole('link', { name: 'Search' }).isVisible()).toBe(false);
  expect(dan.consoleProblems).toEqual([]);
});
