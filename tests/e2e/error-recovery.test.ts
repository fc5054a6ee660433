import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { postCrud, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('error recovery', () => {
  const e2e = setUpE2e();
  let ann: SignedInBrowser;
  let bob: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    ann = await e2e.openSignedInBrowser({ name: 'Ann Mishap', handle: 'ann_mishap' });
    bob = await e2e.openSignedInBrowser({ name: 'Bob Mishap', handle: 'bob_mishap' });
    ({ page } = ann);
  });

  const dialog = () => page.getByRole('dialog');
  const text = () => dialog().getByRole('textbox');
  const send = () => dialog().getByRole('button', { name: 'Crud', exact: true });
  const open = () => page.getByRole('button', { name: 'Crud', exact: true }).first().click();

  it('[COMPOSE-3] a blank text cannot be sent, and every way of closing keeps the draft', async () => {
    await open();
    await text().fill(' \n\u200b ');
    expect(await send().isDisabled()).toBe(true);
    await text().fill('a draft');
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await open();
    await dialog().getByText('Draft kept').waitFor();
    await page.mouse.click(10, 500);
    await dialog().waitFor({ state: 'hidden' });
    await open();
    expect(await text().inputValue()).toBe('a draft');
  });

  it('[COMPOSE-4, COMPOSE-12] from 241 characters on the counter warns; 1,025 are refused in the popup and 1,024 accepted', async () => {
    await text().fill('é'.repeat(241));
    await dialog().getByText('A little long. 1 character over.').waitFor();
    await text().fill('é'.repeat(1025));
    await dialog().getByText('Too long. The limit is 1024 characters.').waitFor();
    await send().click();
    await dialog().getByText('The message is too long, It should be less than 1024 characters').waitFor();
    expect(await page.getByRole('article').filter({ hasText: 'éé' }).count()).toBe(0);
    await text().press('End');
    await text().press('Backspace');
    await send().click();
    await dialog().waitFor({ state: 'hidden' });
    await bob.page.getByText('é'.repeat(1024)).waitFor();
  });

  it('[OUTBOX-2] a crud waits for an unreachable server, and is sent automatically', async () => {
    await page.route('**/api/activities', (route) => route.abort());
    await postCrud(page, 'still here');
    await page.getByText('Waiting to be sent').waitFor();
    await page.unroute('**/api/activities');
    await bob.page.getByText('still here').waitFor();
    await page.getByText('Waiting to be sent').waitFor({ state: 'hidden' });
  });

  it('[COMPOSE-7] a double click posts once', async () => {
    await open();
    await text().fill('only once');
    await send().dblclick();
    await dialog().waitFor({ state: 'hidden' });
    await open();
    await text().fill('and then another');
    await send().click();
    await dialog().waitFor({ state: 'hidden' });
    await bob.page.getByText('and then another').waitFor();
    // The second click of a slow double click arrives after the dialog has closed: the card below it must not open.
    await page
      .getByRole('article')
      .first()
      .hover({ position: { x: 4, y: 4 } });
    await page.mouse.down({ clickCount: 2 });
    await page.mouse.up({ clickCount: 2 });
    expect(await bob.page.getByText('only once').count()).toBe(1);
    await page.getByText('only once').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('[LIVE-5] a burned crud’s own page shows it at once, without a request', async () => {
    await postCrud(page, 'short of breath');
    await bob.page.getByText('short of breath').waitFor();
    await bob.page.getByText('short of breath').click();
    await bob.page.getByRole('heading', { name: 'Crud' }).waitFor();
    const card = page.getByRole('article').filter({ hasText: 'short of breath' });
    await card.getByRole('button', { name: 'More about this crud' }).click();
    await page.getByRole('menuitem', { name: 'Burn it now' }).click();
    await dialog().getByRole('button', { name: 'Burn it' }).click();
    await bob.page.getByText('This crud has been forgotten').waitFor();
    await bob.page.getByRole('button', { name: 'Back' }).click();
    await bob.page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('[MARK-5] a crud is burned by hand only after a confirmation, on its card and on its own page', async () => {
    await postCrud(page, 'think twice');
    const menu = page
      .getByRole('article')
      .filter({ hasText: 'think twice' })
      .getByRole('button', { name: 'More about this crud' });
    const openConfirmation = async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: 'Burn it now' }).click();
      await dialog().getByRole('heading', { name: 'Burn it now?' }).waitFor();
    };
    await openConfirmation();
    await page.keyboard.press('Enter');
    await dialog().waitFor({ state: 'hidden' });
    await page.getByText('think twice').click();
    await page.getByRole('heading', { name: 'Crud', exact: true }).waitFor();
    await openConfirmation();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await bob.page.getByText('think twice').waitFor();
    await openConfirmation();
    await dialog().getByRole('button', { name: 'Burn it' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.getByText('think twice').waitFor({ state: 'detached' });
    await bob.page.getByText('think twice').waitFor({ state: 'detached' });
  });

  it('[FEED-44] an open menu keeps its items while its crud is sent', async () => {
    const release = await holdRequests(page, '**/api/activities');
    await postCrud(page, 'on its way');
    const card = page.getByRole('article').filter({ hasText: 'on its way' });
    await card.getByRole('button', { name: 'More about this crud' }).click();
    const items = page.getByRole('menuitem');
    await items.getByText('Burn it now').waitFor();
    expect(await items.allTextContents()).toEqual(['Burn it now']);
    release();
    await card.getByRole('button', { name: 'Reply' }).waitFor();
    expect(await items.allTextContents()).toEqual(['Burn it now']);
    await items.click();
    await dialog().getByRole('button', { name: 'Burn it', exact: true }).click();
    await card.waitFor({ state: 'detached' });
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('[NAV-2] a screen that cannot be loaded is named, and loads on retry', async () => {
    await page.route('**/static/js/notifications*', (route) => route.abort());
    const logged = page.waitForEvent('console', (line) => line.text().startsWith('Loading chunk 2 failed {'));
    await page
      .getByRole('link', { name: /^Notifications/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Unexpected Application Error!' }).waitFor();
    await page.getByText('This page didn’t load.').waitFor();
    await page.getByText('Loading chunk 2 failed').waitFor();
    expect((await logged).text()).toContain('cause');
    await page.unroute('**/static/js/notifications*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Notifications' }).waitFor();
  });

  it('[NAV-3] a screen whose chunk is loading is announced until it is shown', async () => {
    await page.goto('/');
    await page.getByText('Live', { exact: true }).waitFor();
    const release = await holdRequests(page, '**/static/js/settings*');
    await page.getByRole('link', { name: 'More' }).first().click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    const bar = page.getByRole('progressbar', { name: 'Loading' });
    await bar.waitFor();
    release();
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
    expect(await bar.count()).toBe(0);
    await page.unroute('**/static/js/settings*');
  });

  it('[LIVE-6] a list of the settings that fails to load shows the error in words and loads on retry', async () => {
    const sessions = '**/api/users/me/sessions';
    await page.route(sessions, (route) => route.fulfill({ status: 500, json: ['generic_500'] }));
    await page.goto('/settings');
    const section = page.getByRole('region', { name: 'Where you’re signed in' });
    await section
      .getByRole('alert')
      .getByText('An internal server error has occured', { exact: true })
      .waitFor();
    await page.unroute(sessions);
    await section.getByRole('button', { name: 'Try again' }).click();
    await section.getByText('This device').waitFor();
    await page.goto('/');
  });

  it('[LIVE-6] a list that fails to load shows the error and loads on retry', async () => {
    await page.route('**/api/activities/home*', (route) => route.fulfill({ status: 500, body: 'oops' }));
    await page.goto('/');
    await page.getByRole('heading', { name: 'An internal server error has occured' }).waitFor();
    await page.unroute('**/api/activities/home*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('only once').waitFor();
    await until(() => bob.consoleProblems.length === 0, {
      what: 'the other browser has no console problems',
    });
  });
});
