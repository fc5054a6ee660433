import { expect, test } from 'vitest';
import { callPool, waitForMailedCode } from '../support/people.ts';
import { getSharedChromium } from '../support/services/chromium.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { startTestApp } from '../support/test-app.ts';
import { emailOf, openBrowser, PASSWORD } from './test-browser.ts';

const LATE = { name: 'Late Comer', handle: 'first_come' };

test('[ACCOUNT-8] a user whose username belongs to another user chooses another one, by keyboard alone', async () => {
  await using app = await startTestApp();
  const browser = await getSharedChromium();
  const early = await app.signUp({ handle: 'early_bird' });
  const attributes = { name: LATE.name, email: emailOf(LATE), preferred_username: LATE.handle };
  await callPool(app.url, 'SignUp', {
    Username: emailOf(LATE),
    Password: PASSWORD,
    UserAttributes: Object.entries(attributes).map(([Name, Value]) => ({ Name, Value })),
  });
  const ConfirmationCode = await waitForMailedCode(app.url, emailOf(LATE));
  await callPool(app.url, 'ConfirmSignUp', { Username: emailOf(LATE), ConfirmationCode });
  await app.store.db
    .updateTable('people')
    .set({ handle: LATE.handle })
    .where('sub', '=', early.sub)
    .execute();

  await using visitor = await openBrowser(browser, app.url);
  const { page } = visitor;
  await page.goto('/signin');
  await waitUntilHydrated(page);
  await page.getByLabel('Email').fill(emailOf(LATE));
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Password', { exact: true }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Choose a username' });
  await dialog.getByText('@first_come is taken here, choose another username').waitFor();

  const field = dialog.getByLabel('Username');
  await field.focus();
  await page.keyboard.type('First_Come');
  await dialog.getByText('@first_come is taken. Choose another one.').waitFor();
  await page.keyboard.press('Enter');
  await dialog.getByText('That username is taken, choose another').waitFor();
  await field.focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('second_come');
  await dialog.getByText('@second_come is free.').waitFor();
  await page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('@second_come').first().waitFor();
  expect(await page.evaluate(() => localStorage.getItem('handle'))).toBe('second_come');
});
