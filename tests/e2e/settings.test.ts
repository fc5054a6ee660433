import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { callPool, signIn, type TestPerson } from '../support/people.ts';
import { addAuthenticator } from '../support/services/authenticator.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { waitUntilLive } from './shared-tabs.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { openWithSession, PASSWORD, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const NEW_PASSWORD = 'staple of the horse';
const SESSIONS = 'Where you’re signed in';

describe('the settings', () => {
  const e2e = setUpE2e();

  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
  const button = (within: Page | Locator, name: string) => within.getByRole('button', { name, exact: true });
  const openAccount = (page: Page, { handle }: TestPerson) =>
    page.getByRole('button', { name: `@${handle}, account` }).click();
  const openSettings = async ({ page, self }: SignedInBrowser) => {
    await openAccount(page, self);
    await page.getByRole('link', { name: 'Settings' }).click();
  };
  const becomesVisitors = (page: Page) => page.getByRole('link', { name: 'Join Now' }).first().waitFor();

  /** Presses a switch or a choice. @returns whether it is on as soon as the press ends */
  async function pressField(field: Locator): Promise<boolean> {
    // The listener is there before the press begins.
    const press = await field.evaluateHandle((input: HTMLInputElement) => ({
      isOn: new Promise<boolean>((resolve) => {
        // After React, which gives a field back its former value unless the change is rendered by then.
        window.addEventListener('click', () => resolve(input.checked), { once: true });
      }),
    }));
    await field.click();
    return press.evaluate(({ isOn }) => isOn);
  }

  it('[SETTINGS-1] have an index, beside the sections or above them, that leads to each, sections that open on phones, and a skeleton of their own', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Sid Index', handle: 'sid_index' });
    const { page } = person;
    const release = await holdRequests(page, '**/static/js/**');
    await page.goto('/settings', { waitUntil: 'commit' });
    await page.locator('#waiting .settings .bone').first().waitFor();
    expect(await page.locator('#waiting .crud').count()).toBe(0);
    release();
    const index = page.getByRole('navigation', { name: 'Sections' });
    for (const width of [1440, 820]) {
      await page.setViewportSize({ width, height: 900 });
      for (const link of await index.getByRole('link').all()) {
        await link.click();
        const section = part(page, await link.innerText());
        await section.and(page.locator(':focus')).waitFor();
        const isInView = async () => {
          const { y, height } = (await section.boundingBox()) ?? { y: NaN, height: NaN };
          return y >= 0 && y + Math.min(height, 200) <= 900;
        };
        await until(isInView, { what: 'the section is on the screen' });
      }
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    const [beside, section] = [await index.boundingBox(), await part(page, 'Delete account').boundingBox()];
    expect((beside?.x ?? NaN) + (beside?.width ?? NaN)).toBeLessThanOrEqual(section?.x ?? NaN);

    await page.setViewportSize({ width: 390, height: 844 });
    await index.waitFor({ state: 'hidden' });
    const word = part(page, 'Muted').getByRole('textbox');
    await word.waitFor({ state: 'hidden' });
    const muted = button(page, 'Muted');
    await muted.press('Enter');
    await muted.and(page.locator('[aria-expanded=true]')).waitFor();
    await word.fill('kept');
    await muted.click();
    await word.waitFor({ state: 'hidden' });
    await muted.click();
    expect(await word.inputValue()).toBe('kept');
    // As a link from elsewhere does.
    await page.goto('/settings#your-data');
    await button(page, 'Download my data').waitFor();
    expect(person.consoleProblems).toEqual([]);
  });

  it('[SETTINGS-1, ACCOUNT-2] are linked in both menus, hold still while they load, show a pressed choice at once, and change the password', async () => {
    await using visitor = await e2e.openBrowser();
    expect((await visitor.page.goto('/settings'))?.status()).toBe(200);
    await visitor.page.waitForURL('**/signin');

    await using person = await e2e.openSignedInBrowser({ name: 'Sam Menu', handle: 'sam_menu' });
    const { page, self } = person;
    const release = await holdRequests(page, '**/api/users/me/sessions');
    await page.locator('.nav').getByLabel('More').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    const form = part(page, 'Muted').getByRole('textbox', { name: 'Word or #hashtag' });
    await form.scrollIntoViewIfNeeded();
    const topOf = async () => (await form.boundingBox())?.y ?? NaN;
    const heightOf = async () => (await part(page, SESSIONS).boundingBox())?.height ?? NaN;
    const [top, height] = [await topOf(), await heightOf()];
    expect(top).toBeGreaterThan(0);
    release();
    await part(page, SESSIONS)
      .getByText(/In use now, signed in \d+ \w+ \d{4} at \d\d:\d\d/)
      .waitFor();
    expect(await heightOf()).not.toBe(height);
    expect(Math.abs((await topOf()) - top)).toBeLessThanOrEqual(1);

    const privacy = part(page, 'Privacy');
    expect(await pressField(privacy.getByRole('radio', { name: 'People I know' }))).toBe(true);
    expect(await pressField(privacy.getByRole('switch', { name: 'Read receipts' }))).toBe(false);

    expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Appearance');
    const appearance = part(page, 'Appearance');
    expect(await appearance.getByRole('group').innerText()).toMatch(/^Dark\s+Light\s+System$/);
    await appearance.getByText('Light').click();
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
    expect(await button(page, 'Back').isVisible()).toBe(false);
    await page.setViewportSize({ width: 390, height: 844 });
    await button(page, 'Back').click();
    await page.waitForURL('/');
    await page.setViewportSize({ width: 1280, height: 900 });
    await openSettings(person);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).waitFor({ state: 'detached' });
    expect(person.consoleProblems).toEqual([]);

    const section = part(page, 'Password');
    const errorLink = (name: string) => section.getByRole('alert').getByRole('link', { name }).click();
    const change = async (current: string, again: string) => {
      await section.getByLabel('Current Password').fill(current);
      await section.getByLabel('New Password', { exact: true }).fill(NEW_PASSWORD);
      await section.getByLabel('New Password Again').fill(again);
      await page.keyboard.press('Enter');
    };
    await button(section, 'Change Password').click();
    await section.getByRole('alert').getByText('Please check three fields').waitFor();
    await waitUntilFocused(section.getByLabel('Current Password'));
    await errorLink('Enter the new password again');
    await waitUntilFocused(section.getByLabel('New Password Again'));
    await section.getByLabel('New Password', { exact: true }).fill('short');
    await section.locator('.err').getByText('Enter a password of at least 8 characters').waitFor();
    await change(PASSWORD, 'something else');
    await waitUntilFocused(section.getByLabel('New Password Again'));
    await errorLink('Passwords do not match');
    await change('not my password', NEW_PASSWORD);
    await section.getByRole('alert').getByText('This is not your current password').waitFor();
    await waitUntilFocused(section.getByLabel('Current Password'));
    // A refused token is no wrong password.
    const revoked = { __type: 'NotAuthorizedException', message: 'Access Token has been revoked' };
    await page.route('**/local/idp', (route) =>
      route.request().headers()['x-amz-target']?.endsWith('.ChangePassword')
        ? route.fulfill({ status: 400, json: revoked })
        : route.fallback(),
    );
    await change('another one', NEW_PASSWORD);
    await section.getByRole('alert').getByText('An unknown error has occurred.').waitFor();
    await page.unroute('**/local/idp');
    await change(PASSWORD, NEW_PASSWORD);
    await section.getByRole('status').getByText('Your password has been changed.').waitFor();
    expect(await section.getByLabel('Current Password').inputValue()).toBe('');
    await expect(signIn(e2e.app.url, self)).rejects.toThrow('NotAuthorizedException');
    await signIn(e2e.app.url, { ...self, password: NEW_PASSWORD });
  });

  it('[SETTINGS-2, ACCOUNT-6] a passkey is added, signs in its own user and no other, and is removed after a confirmation', async () => {
    const bob = await e2e.app.signUp();
    await using person = await e2e.openSignedInBrowser({ name: 'Sam Passkey', handle: 'sam_passkey' });
    const { page, self } = person;
    await openSettings(person);
    const section = part(page, 'Passkeys');
    const authenticator = await addAuthenticator(page);
    await section.getByText('No passkeys yet.').waitFor();
    await button(section, 'Add a passkey').click();
    await section.getByRole('status').getByText('Passkey added.').waitFor();
    const row = section.getByRole('listitem');
    expect(await row.allInnerTexts()).toEqual([
      expect.stringMatching(/Passkey\s+Added \d+ \w+ \d{4} at \d\d:\d\d/u),
    ]);
    expect(await authenticator.countPasskeys()).toBe(1);
    // As if the sensor is never touched: the browser gives up without a reason.
    await authenticator.setVerified(false);
    await button(section, 'Add a passkey').click();
    await section.getByRole('alert').getByText('No passkey was added:').waitFor();
    expect(person.consoleProblems).toEqual([]);

    await openAccount(page, self);
    await button(page, 'Sign Out').click();
    await becomesVisitors(page);
    await page.getByRole('link', { name: 'Sign In' }).first().click();
    const usePasskey = async (email: string) => {
      // Changed, because an identical submit right after the first is ignored as a double press.
      await page.getByLabel('Email').fill('');
      await page.getByLabel('Email').fill(email);
      await button(page, 'Use a passkey').click();
    };
    const refusal = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();
    await usePasskey(self.email);
    await refusal('The passkey was not used.');
    await authenticator.setVerified(true);
    for (const email of [bob.email, 'unknown@example.com']) {
      await usePasskey(email);
      await refusal('There is no passkey for this account on this device. Sign in with your password.');
      await page.getByLabel('Email').fill('');
      await page.getByRole('alert').waitFor({ state: 'detached' });
    }
    await usePasskey(self.email);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('handle'))).toBe(self.handle);

    await openSettings(person);
    await button(row, 'Remove').click();
    const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
    await waitUntilFocused(button(dialog, 'Cancel'));
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    expect(await row.count()).toBe(1);
    await button(row, 'Remove').click();
    await button(dialog, 'Remove').click();
    await section.getByText('No passkeys yet.').waitFor();
  });

  it('[SIGNIN-1, STAY-13, ACCOUNT-10] another session is signed out with all its tabs, and then every session, after a warning that the draft is deleted', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Sam Devices', handle: 'sam_devices' });
    const { page, self } = person;
    const tokens = await signIn(e2e.app.url, self);
    await using elsewhere = await openWithSession(e2e.browser, e2e.app, { ...self, ...tokens });
    const second = await elsewhere.page.context().newPage();
    await second.goto('/');
    await waitUntilLive(second);
    await button(page, 'Crud').first().click();
    await page.getByRole('dialog').getByRole('textbox').fill('never to be read');
    await page.goto('/settings');
    const rows = part(page, SESSIONS).getByRole('listitem');
    await until(async () => (await rows.count()) === 2, { what: 'both sessions are listed' });
    expect(await rows.allInnerTexts()).toEqual([
      expect.stringMatching(/^Unknown device\s*This device\s+In use now, signed in/u),
      expect.stringMatching(/^Chrom\w+ on \w+\s+Last used/u),
    ]);
    await rows.last().getByRole('button', { name: 'Sign out' }).click();
    await button(page.getByRole('dialog'), 'Sign out').click();
    await until(async () => (await rows.count()) === 1, { what: 'the other session is removed' });
    for (const tab of [elsewhere.page, second]) await becomesVisitors(tab);
    await elsewhere.page.getByText('Your session as @sam_devices has ended.').waitFor();
    const refresh = (refreshToken: string) => {
      const AuthParameters = { REFRESH_TOKEN: refreshToken };
      return callPool(e2e.app.url, 'InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters });
    };
    await expect(refresh(tokens.refreshToken)).rejects.toThrow('NotAuthorizedException');

    const third = await signIn(e2e.app.url, self);
    await refresh(third.refreshToken);
    await button(page, 'Sign out everywhere').click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await dialog.getByText('You have an unsent draft. Signing out deletes it.').waitFor();
    await button(dialog, 'Sign out everywhere').click();
    await becomesVisitors(page);
    await page.waitForURL((url) => url.pathname === '/');
    // The pool is told after the screen has changed.
    for (const { refreshToken } of [third, self])
      await expect.poll(() => refresh(refreshToken).catch(String)).toContain('NotAuthorizedException');
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('never to be read');
  });
});
