import { beforeAll, describe, expect, it } from 'vitest';
import { addCruds } from '../support/add-cruds.ts';
import type { TestPerson } from '../support/people.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('search results', () => {
  const e2e = setUpE2e({ env: { RATE_LIMITS: 'off' } });
  let ann: SignedInBrowser;
  let bob: TestPerson;
  beforeAll(async () => {
    bob = await e2e.app.signUp({ name: 'Bob Whale', handle: 'bob_sea' });
    await addCruds(e2e.app, { author: bob.sub, count: 40, textOf: (index) => `Whale number ${index}` });
    ann = await e2e.openSignedInBrowser({ name: 'Ann Search', handle: 'ann_search' });
  });

  const write = (message: string) =>
    bob.callOk('createActivity', { body: { user_handle: 'bob_sea', message, ttl: '1-day' } });

  it('[LIVE-9] include new cruds that match, drop burned ones, and show likes', async () => {
    const { page } = ann;
    await page.goto('/search?term=whale');
    await page.getByText('Whale number 39').waitFor();
    await write('A boat, and no one on it');
    const { uuid } = await write('The whale is back');
    await page.getByText('The whale is back').waitFor();
    expect(await page.getByText('A boat, and').count()).toBe(0);
    const card = page.locator(`article[data-crud="${uuid}"]`);
    const liked = page.waitForResponse((response) => response.url().endsWith(`/${uuid}/like`));
    await card.getByRole('button', { name: /^Like/ }).click();
    await card.locator('[data-action=like][aria-pressed=true]').waitFor();
    // The button does not wait for the answer. A like that arrives after the burning is refused, and the browser reports that.
    expect((await liked).status()).toBe(200);
    await bob.callOk('burnActivity', { params: { activity_uuid: uuid } });
    await card.waitFor({ state: 'detached' });
  });

  it('[LIVE-9] buffer new cruds in the header while the reader has scrolled down', async () => {
    const { page } = ann;
    await page.goto('/search?term=whale');
    await page.getByText('Whale number 39').waitFor();
    await page.mouse.move(600, 400);
    await page.mouse.wheel(0, 1500);
    await page.waitForFunction(() => window.scrollY > 1000);
    await write('Another whale');
    await page.getByRole('button', { name: '1 new crud' }).click();
    await page.getByText('Another whale').waitFor();
    expect(ann.consoleProblems).toEqual([]);
  });

  it('[SEARCH-6] appear while the user types, in one history entry, and a button clears the field', async () => {
    const { page } = ann;
    await page.goto('/about');
    await page.goto('/search');
    const field = page.getByRole('searchbox').filter({ visible: true }).last();
    await field.pressSequentially('bob_se');
    await page.getByText('Only people match. No crud contains “bob_se”.').waitFor();
    await field.press('Control+A');
    await field.pressSequentially('whale number 3');
    await page.getByText('Whale number 39').waitFor();
    expect(await field.inputValue()).toBe('whale number 3');
    await page.getByRole('button', { name: 'Clear' }).last().click();
    await page.getByRole('heading', { name: 'Looking for something?' }).waitFor();
    await field.pressSequentially('whale');
    await page.waitForURL('/search?term=whale');
    await page.goBack();
    await page.waitForURL('/about');
  });
});
