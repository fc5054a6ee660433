import { errorText } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitUntilFocused } from './wait-until-focused.ts';
import type { SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const BIO = 'Builds #AWS things\nwith @pia_words';

describe('a profile’s bio', () => {
  const e2e = setUpE2e();
  let pia: SignedInBrowser;
  let page: Page;
  beforeAll(async () => {
    pia = await e2e.openSignedInBrowser({ name: 'Pia Words', handle: 'pia_words' });
    ({ page } = pia);
    await page.goto('/@pia_words');
  });

  const dialog = () => page.getByRole('dialog');
  const bio = () => dialog().getByLabel('Bio');
  const edit = () => page.getByRole('button', { name: 'Edit Profile' }).click();

  it('[PROFILE-5] unsaved edits are kept until the popup is opened again, else the stored bio is shown', async () => {
    await edit();
    await bio().fill(BIO);
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
    await edit();
    expect(await bio().inputValue()).toBe(BIO);
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().waitFor({ state: 'hidden' });
    await page.locator('.bio').waitFor();

    await edit();
    await page.keyboard.press('Escape');
    await pia.self.callOk('updateProfile', { body: { display_name: 'Pia Renamed', bio: BIO } });
    await page.getByRole('heading', { name: 'Pia Renamed' }).first().waitFor();
    await edit();
    expect(await dialog().getByLabel('Display Name').inputValue()).toBe('Pia Renamed');
    await page.keyboard.press('Escape');
  });

  it('[PROFILE-8] a name that looks like a reserved one is refused in the popup, with a link to its field', async () => {
    await edit();
    const name = dialog().getByLabel('Display Name');
    await name.fill('\u0410dmin');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog()
      .getByRole('alert')
      .getByRole('link', { name: errorText('display_name_invalid') })
      .click();
    await waitUntilFocused(name);
    await page.keyboard.press('Escape');
  });

  it('[TEXT-7] a link in a bio shows its real host', async () => {
    const bio = 'See https://\u0430pple.example/a';
    await pia.self.callOk('updateProfile', { body: { display_name: 'Pia Words', bio } });
    await using visitor = await e2e.openBrowser();
    await visitor.page.goto('/@pia_words');
    const link = visitor.page.locator('.bio').getByRole('link');
    expect(await link.innerText()).toBe('xn--pple-43d.example/a');
    expect(await link.getAttribute('href')).toBe('https://\u0430pple.example/a');
    await pia.self.callOk('updateProfile', { body: { display_name: 'Pia Words', bio: BIO } });
  });

  it('[PROFILE-6] keeps its line breaks, and its hashtags, mentions and addresses are links', async () => {
    await using visitor = await e2e.openBrowser();
    for (const on of [page, visitor.page]) {
      await on.goto('/@pia_words');
      const words = on.locator('.bio');
      // Before hydration, a signed-in user's page holds the visitor's page, invisibly.
      await words.getByRole('link', { name: '@pia_words' }).waitFor();
      expect(await words.innerText()).toBe(BIO);
      expect(
        await words.getByRole('link').evaluateAll((all) => all.map((one) => one.getAttribute('href'))),
      ).toEqual(['/search?term=%23AWS', '/@pia_words']);
    }
  });
});
