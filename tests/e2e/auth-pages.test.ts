import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { waitForMailedCode } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { emailOf, PASSWORD, type NewPerson } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const NEW_PASSWORD = 'another long one';
const PHONE = { width: 390, height: 844 };

describe('the auth pages', () => {
  const e2e = setUpE2e();

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const username = (page: Page) => page.getByLabel('Username');
  const alert = (page: Page) => page.getByRole('alert');
  const status = (page: Page, text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor();
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const emailIs = (page: Page, email: string) =>
    expect.poll(() => field(page, 'Email').inputValue()).toBe(email);
  const mailedCode = (person: NewPerson) => waitForMailedCode(e2e.app.url, emailOf(person));

  it('[ACCOUNT-1, ACCOUNT-2] a sign-up names what is missing, and whether the username is free while it is typed', async () => {
    const other = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    const { page, consoleProblems } = visitor;
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.headers()['x-amz-target'] ?? ''));
    await page.goto('/signup');
    await press(page, 'Sign Up');
    await alert(page).getByText('Please check four fields').waitFor();
    await waitUntilFocused(field(page, 'Name'));
    await alert(page).getByRole('link', { name: 'Enter a password' }).click();
    await waitUntilFocused(field(page, 'Password'));
    await page.keyboard.type('short');
    const ofPassword = () =>
      field(page, 'Password').evaluate((input) => [
        input.getAttribute('aria-invalid'),
        (input.getAttribute('aria-describedby') ?? '')
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      ]);
    const isShort = ['true', expect.stringContaining('Enter a password of at least 8 characters')];
    await expect.poll(ofPassword).toEqual(isShort);
    await field(page, 'Name').fill('Eve Gate');
    await alert(page).getByText('Please check three fields').waitFor();
    await field(page, 'Email').fill(other.email);
    await alert(page).getByText('Please check two fields').waitFor();
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe(null);
    for (const [handle, words] of [
      ['no', /^Not a valid username/],
      ['@Home', '@home is reserved. Choose another one.'],
      [other.handle, `@${other.handle} is taken. Choose another one.`],
    ] as const) {
      await username(page).fill(handle);
      await page.locator('.err').getByText(words).waitFor();
      await press(page, 'Sign Up');
      await waitUntilFocused(username(page));
      await alert(page).getByRole('link', { name: 'Choose another username' }).waitFor();
    }
    await username(page).fill('@EVE_FREE');
    await status(page, '@eve_free is free.');
    expect(sent.filter((target) => target.endsWith('.SignUp'))).toEqual([]);

    await page.route('**/available', (route) => route.abort());
    const requested = page.waitForRequest('**/available');
    await username(page).fill('eve_away');
    await requested;
    expect(await page.getByText(/is taken|is free/).count()).toBe(0);
    // Without an answer nothing is blocked.
    await press(page, 'Sign Up');
    await waitUntilFocused(field(page, 'Password'));
    expect(await ofPassword()).toEqual(isShort);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Sign Up');
    await alert(page).filter({ hasText: 'This username or email is already registered.' }).waitFor();
    await page.unroute('**/available');
    await field(page, 'Email').fill('eve_free@example.com');
    await username(page).fill(other.handle);
    // Before the check of the last key.
    await page.keyboard.press('Enter');
    await alert(page).getByRole('link', { name: 'Choose another username' }).waitFor();
    await waitUntilFocused(username(page));
    expect(await field(page, 'Email').getAttribute('aria-invalid')).toBe(null);
    expect(consoleProblems.filter((line) => !/\/local\/idp|\/available/.test(line))).toEqual([]);
  });

  it('[AUTH-8] the email is carried between the auth pages, whose forms begin in the upper quarter of a phone', async () => {
    const email = 'eve+1@example.com';
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    await page.setViewportSize(PHONE);
    const isAt = async (title: string) => {
      await heading(page, title);
      await emailIs(page, email);
      const box = await page.getByRole('heading', { level: 1 }).boundingBox();
      expect(box?.y).toBeLessThan(PHONE.height / 4);
    };
    await page.goto(`/confirm?email=${encodeURIComponent(email)}`);
    await isAt('Confirm your Email');
    for (const [link, title] of [
      ['Sign in!', 'Sign into your'],
      ['Sign up!', 'Sign up to create'],
      ['Sign in!', 'Sign into your'],
      ['Forgot Password?', 'Recover your Password'],
      ['Sign in!', 'Sign into your'],
    ] as const) {
      await page.getByRole('link', { name: link }).click();
      await isAt(title);
    }
  });

  it('[MARK-7] a visitor at a page for members reads why to sign in or up, and the sign-in returns to it', async () => {
    const { email } = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    for (const [path, aim] of [
      ['/settings', 'open your settings.'],
      ['/notifications', 'read your notifications.'],
      ['/messages', 'read your messages.'],
    ] as const) {
      await page.goto(path);
      await page.getByText(`Sign in to ${aim}`).waitFor();
    }
    await page.goto('/search?term=whale');
    await heading(page, 'Looking for “whale”?');
    await page.getByRole('main').getByRole('link', { name: 'Sign In', exact: true }).first().click();
    await page.getByText('Sign in to search for “whale”.').waitFor();
    await page.getByRole('link', { name: 'Sign up!' }).click();
    await page.getByText('Sign up to search for “whale”.').waitFor();
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await heading(page, 'Sign into your');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(PASSWORD);
    await field(page, 'Password').press('Enter');
    await page.waitForURL('/search?term=whale');
    expect(visitor.consoleProblems).toEqual([]);
  });

  it('[AUTH-4, ACCOUNT-2, AUTH-2, ACCESS-9] a sign-in leads to the confirmation or the reset with a fresh code, and works by keyboard alone', async () => {
    const eve = { name: 'Eve Gate', handle: 'eve_gate' };
    await using visitor = await e2e.openBrowser();
    const { page, consoleProblems } = visitor;
    const signIn = async (password: string) => {
      await heading(page, 'Sign into your');
      await field(page, 'Email').fill(emailOf(eve));
      await field(page, 'Password').fill(password);
      await field(page, 'Password').press('Enter');
    };
    await page.goto('/signup');
    await field(page, 'Name').fill(eve.name);
    await field(page, 'Email').fill(emailOf(eve));
    await username(page).fill(eve.handle);
    await field(page, 'Password').fill(PASSWORD);
    await press(page, 'Sign Up');
    await heading(page, 'Confirm your Email');
    const first = await mailedCode(eve);

    await page.getByRole('link', { name: 'Sign in!' }).click();
    await signIn('not the password');
    await alert(page).filter({ hasText: 'Incorrect email or password' }).waitFor();
    await signIn(PASSWORD);
    await heading(page, 'Confirm your Email');
    await emailIs(page, emailOf(eve));
    await status(page, 'A new activation code has been sent to your email');
    expect(await page.getByRole('button', { name: /Resend Activation Code/ }).isDisabled()).toBe(true);
    const second = await mailedCode(eve);
    expect(second).not.toBe(first);
    await page.reload();
    await waitUntilHydrated(page);
    expect(await page.getByText('A new activation code').count()).toBe(0);
    expect(await mailedCode(eve)).toBe(second);

    // The local pool has no call for an administrator's reset, so the refusal is faked.
    const body = JSON.stringify({ __type: 'PasswordResetRequiredException', message: 'Reset required' });
    await page.route('**/local/idp', (route) =>
      route.request().headers()['x-amz-target']?.endsWith('InitiateAuth')
        ? route.fulfill({ status: 400, contentType: 'application/x-amz-json-1.1', body })
        : route.continue(),
    );
    const code = page.getByLabel('Confirmation Code');
    await code.fill(`Your code is ${second.slice(0, 3)} ${second.slice(3)}.`);
    expect(await code.inputValue()).toBe(second);
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    await page.keyboard.press('Enter');
    await heading(page, 'Join The Party');
    const notice = page.getByRole('status').filter({ hasText: 'Your email is confirmed.' });
    await notice.getByRole('button', { name: 'Sign In' }).click();
    await page.waitForURL(/\/signin\?email=eve_gate/);
    await signIn(PASSWORD);
    await page.getByLabel('Reset Password Code').waitFor();
    await page.unroute('**/local/idp');
    expect(await page.getByRole('button', { name: /Send Another Code/ }).isDisabled()).toBe(true);
    await press(page, 'Reset Password');
    await alert(page).getByText('Please check three fields').waitFor();
    await waitUntilFocused(page.getByLabel('Reset Password Code'));
    await page.keyboard.type(await mailedCode(eve));
    await page.getByText('Please check two fields').waitFor();
    await press(page, 'Reset Password');
    await waitUntilFocused(field(page, 'New Password'));
    await page.keyboard.type(NEW_PASSWORD);
    await field(page, 'New Password Again').fill(NEW_PASSWORD);
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Proceed to Signin' }).click();
    await heading(page, 'Sign into your');
    await emailIs(page, emailOf(eve));

    await field(page, 'Email').focus();
    await page.keyboard.press('Tab');
    await waitUntilFocused(field(page, 'Password'));
    await page.keyboard.type(NEW_PASSWORD);
    await page.keyboard.press('Tab');
    await waitUntilFocused(field(page, 'Show password'));
    await page.keyboard.press('Space');
    expect(await field(page, 'Password').getAttribute('type')).toBe('text');
    await field(page, 'Password').press('Enter');
    await heading(page, 'Home');
    expect(consoleProblems.filter((line) => !line.includes('/local/idp'))).toEqual([]);
  });
});
