import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { signIn, type TestPerson } from '../support/people.ts';
import { addAuthenticator } from '../support/services/authenticator.ts';
import { until } from '../support/until.ts';
import { holdRequests } from './hold-requests.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { openWithSession, signInByForm, type SignedInBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const PASSWORD = 'correct horse battery';
const NEW_PASSWORD = 'staple of the horse';

const SESSIONS = 'Where you’re signed in';

/** Faults of the network, whose handling other tests prove for other calls. */
const itInLongForm = it.runIf(inject('form') === 'full');

describe('the settings', () => {
  const e2e = setUpE2e();

  const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  /** Opens the settings as a new user, signed in by the form. */
  async function atSettings(handle: string): Promise<SignedInBrowser> {
    const sam = { name: `Sam ${handle}`, handle };
    const self = await e2e.app.signUp(sam);
    const visitor = await e2e.openBrowser();
    const { page } = visitor;
    await signInByForm(page, sam);
    await page.getByRole('button', { name: `@${handle}, account` }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await part(page, SESSIONS).getByText('This device').waitFor();
    await part(page, 'Passkeys').getByText('No passkeys yet.').waitFor();
    return { ...visitor, self };
  }

  /** Another session of the user, in a browser of its own. */
  const openElsewhere = async (self: TestPerson) =>
    openWithSession(e2e.browser, e2e.app, { ...self, ...(await signIn(e2e.app.url, self)) });

  async function fillInSignIn(page: Page, email: string, password: string): Promise<void> {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  }

  it('[SETTINGS-6] visitors are led to the sign-in, and both menus link to the settings', async () => {
    await using visitor = await e2e.openBrowser();
    expect((await visitor.page.goto('/settings'))?.status()).toBe(200);
    await visitor.page.waitForURL('**/signin');

    await using person = await e2e.openSignedInBrowser({ name: 'Sam Menu', handle: 'sam_menu' });
    const { page } = person;
    await page.locator('.nav').getByLabel('More').click();
    await page.getByRole('menuitem', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.goto('/');
    await page.getByRole('button', { name: /@sam_menu, account/ }).click();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'Settings' }).waitFor({ state: 'detached' });
    expect(person.consoleProblems).toEqual([]);
  });

  it('[SETTINGS-8] a section that loads late does not move what is read below it', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Sam Late', handle: 'sam_late' });
    const { page } = person;
    const release = await holdRequests(page, '**/api/users/me/sessions');
    await page.goto('/settings');
    const form = part(page, 'Muted').getByRole('textbox', { name: 'Word or #hashtag' });
    await form.scrollIntoViewIfNeeded();
    const topOf = async () => (await form.boundingBox())?.y ?? NaN;
    const heightOf = async () => (await part(page, SESSIONS).boundingBox())?.height ?? NaN;
    const [top, height] = [await topOf(), await heightOf()];
    expect(top).toBeGreaterThan(0);
    release();
    await part(page, SESSIONS).getByText('This device').waitFor();
    expect(await heightOf()).not.toBe(height);
    expect(Math.abs((await topOf()) - top)).toBeLessThanOrEqual(1);
  });

  it('[PRIVACY-9] a pressed choice and a pressed switch never go back to their former value', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Sam Privacy', handle: 'sam_privacy' });
    await person.page.goto('/settings');
    const privacy = part(person.page, 'Privacy');
    for (const field of [
      privacy.getByRole('radio', { name: 'People I know' }),
      privacy.getByRole('switch', { name: 'Read receipts' }),
    ]) {
      const before = await field.isChecked();
      const afterPress = field.evaluate(
        (input: HTMLInputElement) =>
          new Promise((resolve) => {
            // After React, which gives a field back its former value unless the change is rendered by then.
            window.addEventListener('click', () => resolve(input.checked), { once: true });
          }),
      );
      await field.click();
      expect(await afterPress).toBe(!before);
    }
  });

  describe('of one user, one after the other', () => {
    let person: SignedInBrowser;
    beforeAll(async () => {
      person = await atSettings('sam_settings');
    });

    it('[SETTINGS-2] a passkey is added, listed, and removed after a confirmation', async () => {
      const { page } = person;
      const section = part(page, 'Passkeys');
      const add = section.getByRole('button', { name: 'Add a passkey' });
      const authenticator = await addAuthenticator(page);
      await add.click();
      await section.getByRole('status').getByText('Passkey added.').waitFor();
      const row = section.getByRole('listitem');
      expect(await row.count()).toBe(1);
      expect(await row.innerText()).toMatch(/Passkey\s+Added \d+ \w+ \d{4} at \d\d:\d\d/u);
      expect(await authenticator.countPasskeys()).toBe(1);

      await row.getByRole('button', { name: 'Remove' }).click();
      const dialog = page.getByRole('dialog', { name: 'Remove this passkey?' });
      const cancel = dialog.getByRole('button', { name: 'Cancel' });
      await until(() => cancel.evaluate((button) => button === document.activeElement), {
        what: 'the focus is on the harmless answer',
      });
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'hidden' });
      expect(await row.count()).toBe(1);
      await row.getByRole('button', { name: 'Remove' }).click();
      await dialog.getByRole('button', { name: 'Remove' }).click();
      await section.getByText('No passkeys yet.').waitFor();

      // As if the sensor is never touched: the browser gives up without a reason.
      await authenticator.refuseVerification();
      await add.click();
      await section.getByRole('alert').getByText('No passkey was added:').waitFor();
      expect(person.consoleProblems).toEqual([]);
    });

    it('[SETTINGS-1] the changed password signs in, and the old one fails', async () => {
      const { page } = person;
      const section = part(page, 'Password');
      const change = async (current: string, password: string, again: string) => {
        await section.getByLabel('Current Password').fill(current);
        await section.getByLabel('New Password', { exact: true }).fill(password);
        await section.getByLabel('New Password Again').fill(again);
        await page.keyboard.press('Enter');
      };
      await section.getByRole('button', { name: 'Change Password' }).click();
      await section.locator('.err').getByText('Enter a new password').waitFor();
      await section.getByRole('alert').getByRole('link', { name: 'Enter your current password' }).click();
      const current = section.getByLabel('Current Password');
      await waitUntilFocused(current);
      await change(PASSWORD, NEW_PASSWORD, 'something else');
      await section.getByRole('alert').getByRole('link', { name: 'Passwords do not match' }).click();
      const again = section.getByLabel('New Password Again');
      await waitUntilFocused(again);
      await change('not my password', NEW_PASSWORD, NEW_PASSWORD);
      await section.getByRole('alert').getByText('Incorrect username or password.').waitFor();
      await change(PASSWORD, NEW_PASSWORD, NEW_PASSWORD);
      await section.getByRole('status').getByText('Your password has been changed.').waitFor();
      expect(await section.getByLabel('Current Password').inputValue()).toBe('');

      await using elsewhere = await e2e.openBrowser();
      await fillInSignIn(elsewhere.page, person.self.email, PASSWORD);
      await elsewhere.page.getByText('Incorrect email or password').waitFor();
      await fillInSignIn(elsewhere.page, person.self.email, NEW_PASSWORD);
      await elsewhere.page.getByRole('heading', { name: 'Home' }).waitFor();
    });

    it('[SETTINGS-7] begin with the appearance, lead back on phones, and date each session', async () => {
      const { page } = person;
      expect(await page.getByRole('heading', { level: 2 }).first().innerText()).toBe('Appearance');
      // As in the More menu.
      expect(await part(page, 'Appearance').getByRole('group').innerText()).toMatch(
        /^Dark\s+Light\s+System$/,
      );
      await part(page, 'Appearance').getByText('Light').click();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('light');
      await part(page, SESSIONS)
        .getByText(/In use now, signed in \d+ \w+ \d{4} at \d\d:\d\d/)
        .first()
        .waitFor();
      const back = page.getByRole('button', { name: 'Back', exact: true });
      expect(await back.isVisible()).toBe(false);
      await page.setViewportSize({ width: 390, height: 844 });
      await back.click();
      await page.waitForURL('/');
    });

    it('[ACCESS-1] axe finds no violation in any state of the settings', async () => {
      const { page } = person;
      await page.setViewportSize({ width: 1280, height: 900 });
      await page.goto('/settings');
      await part(page, 'Passkeys').getByText('No passkeys yet.').waitFor();
      // An element that is fading in has less contrast than its final state.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.evaluate(() => (document.documentElement.dataset.theme = 'light'));
      await page.setViewportSize({ width: 320, height: 640 });
      expect(await findAccessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await page.getByRole('button', { name: 'Sign out everywhere' }).click();
      await page.getByRole('dialog').waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Delete account' }).click();
      await page.getByLabel('Your handle').fill('another handle');
      await page.keyboard.press('Enter');
      await page.getByRole('alert').waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
    });
  });

  it('[SETTINGS-3] another session is signed out, and its page becomes a visitor’s', async () => {
    await using person = await atSettings('sam_devices');
    await using elsewhere = await e2e.openBrowser();
    await signInByForm(elsewhere.page, person.self);
    await elsewhere.page.getByText('Live', { exact: true }).waitFor();

    const { page } = person;
    // The sign-up was a session too, of the test itself.
    await person.self.callOk('endSession', { body: {} });
    await page.reload();
    const rows = part(page, SESSIONS).getByRole('listitem');
    await until(async () => (await rows.count()) === 2, { what: 'both sessions are listed' });
    expect(await rows.first().innerText()).toMatch(/^Chrom\w+ on \w+\s*This device/u);
    expect(await rows.last().innerText()).not.toContain('This device');
    await rows.last().getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await until(async () => (await rows.count()) === 1, { what: 'the other session is removed' });
    await elsewhere.page.getByRole('link', { name: 'Join Now' }).first().waitFor();
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull();

    await rows.first().getByRole('button', { name: 'Sign out' }).click();
    await page
      .getByRole('dialog', { name: 'Sign out here?' })
      .getByRole('button', { name: 'Sign out' })
      .click();
    await page.getByRole('link', { name: 'Join Now' }).first().waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    await signInByForm(page, person.self);
  });

  it('[SETTINGS-4] signing out everywhere ends this session and the others', async () => {
    await using person = await e2e.openSignedInBrowser({ name: 'Sam Everywhere', handle: 'sam_everywhere' });
    await using elsewhere = await openElsewhere(person.self);
    const { page } = person;
    await page.goto('/settings');
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out everywhere?' });
    await dialog.getByRole('button', { name: 'Sign out everywhere' }).click();
    for (const one of [page, elsewhere.page])
      await one.getByRole('link', { name: 'Join Now' }).first().waitFor();
    await page.waitForURL((url) => url.pathname === '/');
  });

  it('[SETTINGS-5] an account is deleted without a trace, and all its tabs become a visitor’s', async () => {
    await using person = await atSettings('sam_gone');
    await using elsewhere = await openElsewhere(person.self);
    const { page, self } = person;
    const body = { user_handle: self.handle, message: 'Soon forgotten', ttl: '1-day' } as const;
    await self.callOk('createActivity', { body });

    await page.getByRole('button', { name: 'Delete account' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete account?' });
    const confirm = dialog.getByRole('button', { name: 'Delete account' });
    await until(() => confirm.isDisabled(), {
      what: 'the confirmation is disabled until the handle is typed',
    });
    await page.keyboard.type('sam_here');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').getByText('This isn’t your handle').waitFor();
    await dialog.getByLabel('Your handle').fill('@Sam_Gone');
    await page.keyboard.press('Enter');
    await page.getByText('Your account and everything you posted have been deleted.').waitFor();
    for (const one of [page, elsewhere.page])
      await one.getByRole('link', { name: 'Join Now' }).first().waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage].map((storage) => Object.entries(storage))),
    );
    for (const trace of [self.email, self.handle, self.sub]) expect(kept).not.toContain(trace);

    expect((await e2e.app.visitor.send('GET', `/api/activities/@${self.handle}`)).status).toBe(404);
    await fillInSignIn(page, self.email, PASSWORD);
    await page.getByText('Incorrect email or password').waitFor();
  });

  itInLongForm('[SETTINGS-5] a deletion whose answer was lost counts as done', async () => {
    await using person = await atSettings('sam_lost');
    const { page } = person;
    // The request arrives, and its answer is dropped.
    await page.route('**/api/users/me', async (route) => {
      if (route.request().method() === 'DELETE') await route.fetch();
      else return route.continue();
      await route.abort();
    });
    await page.getByRole('button', { name: 'Delete account' }).click();
    await page.getByLabel('Your handle').fill('sam_lost');
    await page.keyboard.press('Enter');
    await page.getByText('Your account and everything you posted have been deleted.').waitFor();
    await page.waitForURL((url) => url.pathname === '/');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });

  itInLongForm(
    '[SETTINGS-2] lists that fail to load show the error, and load automatically when the connection is back',
    async () => {
      await using person = await atSettings('sam_offline');
      const { page } = person;
      for (const url of ['**/local/idp', '**/api/users/me/sessions'])
        await page.route(url, (route) => route.abort());
      await page.reload();
      await part(page, 'Passkeys').getByText('A network error has occurred.').waitFor();
      await part(page, SESSIONS).getByRole('alert').waitFor();
      for (const url of ['**/local/idp', '**/api/users/me/sessions']) await page.unroute(url);
      await part(page, SESSIONS).getByRole('button', { name: 'Try again' }).click();
      await part(page, SESSIONS).getByText('This device').waitFor();
      await page.evaluate(() => window.dispatchEvent(new Event('online')));
      await part(page, 'Passkeys').getByText('No passkeys yet.').waitFor();
    },
  );
});
