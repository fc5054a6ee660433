import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts';
import { waitForMailedCode } from '../support/people.ts';
import { waitUntilHydrated } from '../support/wait-until-hydrated.ts';
import { until } from '../support/until.ts';
import { waitUntilFocused } from './wait-until-focused.ts';
import { emailOf, PASSWORD, type TestBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const EVE = { name: 'Eve Gate', handle: 'eve_gate' };

describe('the auth pages', () => {
  const e2e = setUpE2e();
  let visitor: TestBrowser;
  let page: Page;
  beforeAll(async () => {
    visitor = await e2e.openBrowser();
    ({ page } = visitor);
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const username = () => page.getByLabel('Username');
  const waitForStatus = (text: string | RegExp) =>
    page.getByRole('status').filter({ hasText: text }).waitFor();
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor();
  const emailIs = async (email: string) => {
    expect(await page.getByLabel('Email').inputValue()).toBe(email);
  };
  const focusIs = (label: string) =>
    until(() => page.getByLabel(label, { exact: true }).evaluate((box) => box === document.activeElement), {
      what: `${label} has focus`,
    });

  it('[ACCOUNT-1] the availability of a username is shown while it is typed', async () => {
    const other = await e2e.app.signUp();
    await page.goto('/signup');
    await username().fill(other.handle);
    await waitForStatus(`@${other.handle} is taken. Choose another one.`);
    await username().fill('@Messages');
    await waitForStatus('@messages is reserved. Choose another one.');
    await username().fill('no');
    await waitForStatus(/^Not a valid username/);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await username().fill(`@${EVE.handle.toUpperCase()}`);
    await waitForStatus(`@${EVE.handle} is free.`);
  });

  it('[ACCOUNT-1] without an answer nothing is shown and nothing is blocked', async () => {
    await page.route('**/available', (route) => route.abort());
    const requested = page.waitForRequest('**/available');
    await username().fill('eve_away');
    await requested;
    expect(await page.getByText(/is taken|is free/).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Sign Up' }).isEnabled()).toBe(true);
    await page.unroute('**/available');
  });

  it('[ACCOUNT-17] an invalid username is not sent, and its field shows the reason', async () => {
    const other = await e2e.app.signUp();
    let sent = 0;
    page.on('request', (request) => {
      if (request.headers()['x-amz-target']?.endsWith('.SignUp')) sent += 1;
    });
    await page.goto('/signup');
    await page.getByLabel('Name', { exact: true }).fill(EVE.name);
    await page.getByLabel('Email').fill(emailOf(EVE));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    for (const [handle, words] of [
      ['no', /^Not a valid username/],
      ['home', '@home is reserved. Choose another one.'],
      [other.handle, `@${other.handle} is taken. Choose another one.`],
    ] as const) {
      await username().fill(handle);
      await waitForStatus(words);
      await press('Sign Up');
      await page.getByRole('alert').getByRole('link', { name: 'Choose another username' }).click();
      await focusIs('Username');
      await page.locator('.err').getByText(words).waitFor();
      expect(await findAccessibilityViolations(page)).toEqual([]);
    }
    expect(sent).toBe(0);
  });

  it('[ACCOUNT-2] all missing fields are listed at once, and each line links to its field', async () => {
    await page.goto('/signup');
    await press('Sign Up');
    const box = page.getByRole('alert');
    await box.getByText('Please check four fields').waitFor();
    await waitUntilFocused(box);
    expect(await findAccessibilityViolations(page)).toEqual([]);
    await box.getByRole('link', { name: 'Enter a password' }).click();
    await focusIs('Password');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Sign Up');
    await box.getByText('Please check three fields').waitFor();
  });

  it('[ACCOUNT-4] the email is carried between sign-in, sign-up, recovery and confirmation', async () => {
    const email = 'eve+1@example.com';
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('link', { name: 'Sign up!' }).click();
    await heading('Sign up to create');
    await emailIs(email);
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await heading('Sign into your');
    await emailIs(email);
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await heading('Recover your Password');
    await emailIs(email);
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await heading('Sign into your');
    await emailIs(email);
    await page.goto(`/confirm?email=${encodeURIComponent(email)}`);
    await emailIs(email);
    await page.getByRole('link', { name: 'Sign in!' }).click();
    await heading('Sign into your');
    await emailIs(email);
  });

  it('[ACCOUNT-3] a sign-in that requires a confirmation requests one fresh code', async () => {
    await page.goto('/signup');
    await page.getByLabel('Name', { exact: true }).fill(EVE.name);
    await page.getByLabel('Email').fill(emailOf(EVE));
    await username().fill(EVE.handle);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Sign Up');
    await heading('Confirm your Email');
    const first = await waitForMailedCode(e2e.app.url, emailOf(EVE));
    await page.goto('/signin');
    await page.getByLabel('Email').fill(emailOf(EVE));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Sign In');
    await heading('Confirm your Email');
    await emailIs(emailOf(EVE));
    await waitForStatus('A new activation code has been sent to your email');
    expect(await page.getByRole('button', { name: /Resend Activation Code/ }).isDisabled()).toBe(true);
    const second = await waitForMailedCode(e2e.app.url, emailOf(EVE));
    expect(second).not.toBe(first);
    await page.reload();
    await waitUntilHydrated(page);
    await heading('Confirm your Email');
    expect(await page.getByText('A new activation code').count()).toBe(0);
    expect(await waitForMailedCode(e2e.app.url, emailOf(EVE))).toBe(second);
  });

  it('[ACCOUNT-5] the code is extracted from pasted text', async () => {
    const code = await waitForMailedCode(e2e.app.url, emailOf(EVE));
    const field = page.getByLabel('Confirmation Code');
    await field.fill(`Your code is ${code.slice(0, 3)} ${code.slice(3)}.`);
    expect(await field.inputValue()).toBe(code);
    expect(await field.getAttribute('autocomplete')).toBe('one-time-code');
    await page.keyboard.press('Enter');
    await heading('Join The Party');
  });

  it('[ACCOUNT-3] a sign-in that requires a reset opens it and requests a code', async () => {
    // The local pool has no call for an administrator's reset, so the refusal is faked.
    const body = JSON.stringify({
      __type: 'PasswordResetRequiredException',
      message: 'Password reset required',
    });
    await page.route('**/local/idp', (route) =>
      route.request().headers()['x-amz-target']?.endsWith('InitiateAuth')
        ? route.fulfill({ status: 400, contentType: 'application/x-amz-json-1.1', body })
        : route.continue(),
    );
    await page.goto('/signin');
    await page.getByLabel('Email').fill(emailOf(EVE));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await press('Sign In');
    await page.getByLabel('Reset Password Code').waitFor();
    await page.unroute('**/local/idp');
    expect(await page.getByRole('button', { name: /Send Another Code/ }).isDisabled()).toBe(true);
    expect(await findAccessibilityViolations(page)).toEqual([]);
  });

  it('[AUTH-2, ACCOUNT-18] the reset names its missing fields, and ends with the email filled in', async () => {
    await press('Reset Password');
    const box = page.getByRole('alert');
    await page.locator('.err').getByText('Enter a new password').waitFor();
    await box.getByRole('link', { name: 'Enter the code from the email' }).click();
    await focusIs('Reset Password Code');
    await page.keyboard.type(await waitForMailedCode(e2e.app.url, emailOf(EVE)));
    await press('Reset Password');
    await box.getByRole('link', { name: 'Enter a new password' }).click();
    await focusIs('New Password');
    await page.keyboard.type('another long one');
    await page.getByLabel('New Password Again', { exact: true }).fill('another long one');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'Proceed to Signin' }).click();
    await heading('Sign into your');
    await emailIs(emailOf(EVE));
  });

  it('[ACCESS-8] signing in works by keyboard alone', async () => {
    await page.goto(`/signin?email=${encodeURIComponent(emailOf(EVE))}`);
    await waitUntilHydrated(page);
    await page.getByLabel('Email').focus();
    await page.keyboard.press('Tab');
    await focusIs('Password');
    await page.keyboard.type('another long one');
    await page.keyboard.press('Tab');
    await focusIs('Show password');
    await page.keyboard.press('Space');
    expect(await page.getByLabel('Password', { exact: true }).getAttribute('type')).toBe('text');
    await page.getByLabel('Password', { exact: true }).press('Enter');
    await heading('Home');
  });
});
