import { errorText } from '@cruddur/shared';
import { expect, it } from 'vitest';
import { openBrowserOf } from './test-browser.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { setUpE2e } from './set-up-e2e.ts';

const BIO = 'Builds #AWS things\nwith @pia_words';
const LINKED_BIO = `${BIO}: https://\u0430pple.example/a`;

const e2e = setUpE2e();

it('[PROFILE-8, ACCOUNT-2, TEXT-7] a bio is edited in a popup that keeps unsaved edits, and is shown with its line breaks and links', async () => {
  const self = await e2e.app.signUp({ name: 'Pia Words', handle: 'pia_words' });
  await using pia = await openBrowserOf(e2e.browser, e2e.app, self);
  const { page } = pia;
  const dialog = page.getByRole('dialog');
  const bio = dialog.getByLabel('Bio');
  const name = dialog.getByLabel('Display Name');
  const edit = () => page.getByRole('button', { name: 'Edit Profile' }).click();
  const save = () => dialog.getByRole('button', { name: 'Save' }).click();
  await page.goto('/@pia_words');
  await edit();
  await bio.fill(BIO);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'hidden' });
  await edit();
  expect(await bio.inputValue()).toBe(BIO);
  await name.fill(' ');
  await bio.fill('a'.repeat(161));
  await save();
  const refusal = dialog.getByRole('alert');
  await refusal.getByText('Please check two fields').waitFor();
  await waitUntilFocused(name);
  expect(await bio.getAttribute('aria-invalid')).toBe('true');
  await bio.fill(BIO);
  expect(await bio.getAttribute('aria-invalid')).toBe(null);
  await name.fill('\u0410dmin');
  await save();
  await refusal.getByRole('link', { name: errorText('display_name_invalid') }).click();
  await waitUntilFocused(name);
  await name.fill('Pia Words');
  await save();
  await dialog.waitFor({ state: 'hidden' });
  expect(await page.locator('.bio').innerText()).toBe(BIO);

  await edit();
  await page.keyboard.press('Escape');
  await self.callOk('updateProfile', { body: { display_name: 'Pia Renamed', bio: LINKED_BIO } });
  await page.getByRole('heading', { name: 'Pia Renamed' }).first().waitFor();
  await edit();
  expect(await name.inputValue()).toBe('Pia Renamed');
  await page.keyboard.press('Escape');

  await using visitor = await e2e.openBrowser();
  await visitor.page.goto('/@pia_words');
  for (const on of [page, visitor.page]) {
    const links = on.locator('.bio').getByRole('link');
    await links.last().waitFor();
    expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
      ...['/search?term=%23AWS', '/@pia_words', 'https://\u0430pple.example/a'],
    ]);
    // The real host, in ASCII.
    expect(await on.locator('.bio').innerText()).toBe(`${BIO}: https://xn--pple-43d.example/a`);
  }
});
