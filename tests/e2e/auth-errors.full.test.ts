import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { waitForMailedCode } from '../support/people.ts';
import { emailOf, PASSWORD, type NewPerson, type TestBrowser } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const ANN = { name: 'Ann Door', handle: 'ann_door' };
const TAKEN = 'This username or email is already registered.';

describe('errors on the auth pages', () => {
  const e2e = setUpE2e();
  let visitor: TestBrowser;
  let page: Page;
  beforeAll(async () => {
    visitor = await e2e.openBrowser();
    ({ page } = visitor);
  });

  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const refusal = (text: string | RegExp) => page.getByRole('alert').filter({ hasText: text }).waitFor();
  const signUp = async ({ name, handle }: NewPerson, { email, password }: Record<string, string> = {}) => {
    await page.goto('/signup');
    await page.getByLabel('Name', { exact: true }).fill(name);
    await page.getByLabel('Email').fill(email ?? emailOf({ name, handle }));
    await page.getByLabel('Username').fill(handle);
    await page.getByLabel('Password', { exact: true }).fill(password ?? PASSWORD);
    await press('Sign Up');
  };
  const signIn = async (email: string, password: string) => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    expect(await page.getByRole('button', { name: 'Sign In' }).isDisabled()).toBe(true);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await press('Sign In');
  };

  it('[AUTH-9] a taken email, a taken username and a short password each show their own message', async () => {
    const person = await e2e.app.signUp();
    await signUp(ANN, { email: person.email });
    await refusal(TAKEN);
    // A username known to be taken would not be sent.
    await page.route('**/available', () => undefined);
    await signUp({ name: 'Other', handle: person.handle });
    await refusal(TAKEN);
    await page.unroute('**/available');
    await signUp(ANN, { password: 'short' });
    await refusal(/Password did not conform/);
    expect(await page.getByLabel('Username').inputValue()).toBe(ANN.handle);
  });

  it('[AUTH-13] a wrong code is refused, and the delivery of a new one is announced', async () => {
    await signUp(ANN);
    await page.getByRole('heading', { name: 'Confirm your Email' }).waitFor();
    await page.getByLabel('Confirmation Code').fill('000000');
    await press('Confirm Email');
    await refusal(/verification code/);
    await press('Resend Activation Code');
    await page.getByText('A new activation code has been sent to your email').waitFor();
    expect(await page.getByRole('button', { name: /Resend/ }).isDisabled()).toBe(true);
  });

  it('[AUTH-4] an unconfirmed user is sent to the confirmation, with the email', async () => {
    await signIn(emailOf(ANN), PASSWORD);
    await page.getByRole('heading', { name: 'Confirm your Email' }).waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe(emailOf(ANN));
    await page.getByText('A new activation code has been sent to your email').waitFor();
    await page.getByLabel('Confirmation Code').fill(await waitForMailedCode(e2e.app.url, emailOf(ANN)));
    await press('Confirm Email');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('[AUTH-3] a wrong password and an unknown email show the same message', async () => {
    await signIn(emailOf(ANN), 'not the password');
    await refusal('Incorrect email or password');
    await signIn('unknown@example.com', PASSWORD);
    await refusal('Incorrect email or password');
  });

  it('[AUTH-15] recovery refuses passwords that differ, and ends at the sign-in', async () => {
    await page.getByRole('link', { name: 'Forgot Password?' }).click();
    await page.getByRole('heading', { name: 'Recover your Password' }).waitFor();
    await page.getByLabel('Email').fill(emailOf(ANN));
    await press('Send Recovery Code');
    await page.getByLabel('Reset Password Code').waitFor();
    await page.getByLabel('Reset Password Code').fill(await waitForMailedCode(e2e.app.url, emailOf(ANN)));
    await page.getByLabel('New Password', { exact: true }).fill('another long one');
    await page.getByLabel('New Password Again', { exact: true }).fill('another long 0ne');
    await press('Reset Password');
    await refusal('Passwords do not match');
    await page.getByLabel('New Password Again', { exact: true }).fill('another long one');
    await press('Reset Password');
    await page.getByText('Your password has been successfully reset!').waitFor();
    await page.getByRole('link', { name: 'Proceed to Signin' }).click();
    await signIn(emailOf(ANN), 'another long one');
    await page.getByRole('heading', { name: 'Home' }).waitFor();
  });

  it('[STAY-7] a sign-out in one tab signs the other tabs out', async () => {
    const other = await page.context().newPage();
    await other.goto('/messages');
    await other.getByRole('heading', { name: 'Messages' }).waitFor();
    await page.getByRole('button', { name: /Ann Door/ }).click();
    await press('Sign Out');
    await page.getByRole('heading', { name: 'Join The Party' }).waitFor();
    await other.getByRole('heading', { name: 'Sign into your Cruddur account' }).waitFor();
  });

  it('[AUTH-16] refused calls are the only console errors', () => {
    expect(visitor.consoleProblems.filter((line) => !line.includes('/local/idp'))).toEqual([]);
  });
});
