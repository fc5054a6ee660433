import type { Page } from 'playwright-core';
import { textOnPage, type ScreenState } from './screen-state.ts';

const EMAIL = 'stranger@example.com';

async function submitWrongPassword(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function requestRecoveryCode(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send Recovery Code' }).click();
}

async function submitDifferentPasswords(page: Page): Promise<void> {
  await requestRecoveryCode(page);
  await page.getByLabel('Reset Password Code').fill('771204');
  await page.getByLabel('New Password', { exact: true }).fill('one thing or');
  await page.getByLabel('New Password Again').fill('another');
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** The pool accepts every code: its own tests prove the rest. */
const acceptAnyCode = (page: Page) =>
  page.route('**/local/idp', (route) =>
    route.fulfill({ contentType: 'application/x-amz-json-1.1', body: '{}' }),
  );

async function completeRecovery(page: Page): Promise<void> {
  await requestRecoveryCode(page);
  await acceptAnyCode(page);
  await page.getByLabel('Reset Password Code').fill('771204');
  for (const label of ['New Password', 'New Password Again'])
    await page.getByLabel(label, { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** Before hydration the page accepts no submit. */
const enabledButton = (name: string) => (page: Page) => page.getByRole('button', { name, disabled: false });

/** The auth pages. */
export const authStates: readonly ScreenState[] = [
  { name: 'sign-in', role: 'visitor', path: '/signin', locateResult: enabledButton('Use a passkey') },
  {
    name: 'sign-in-failed',
    role: 'visitor',
    path: '/signin',
    interact: submitWrongPassword,
    locateResult: textOnPage('Incorrect email or password'),
    allowsFailedCalls: true,
  },
  { name: 'sign-up', role: 'visitor', path: '/signup', locateResult: enabledButton('Sign Up') },
  {
    name: 'sign-up-failed',
    role: 'visitor',
    path: '/signup',
    interact: (page) => page.getByRole('button', { name: 'Sign Up' }).click(),
    locateResult: textOnPage('Enter a password'),
  },
  {
    name: 'confirm',
    role: 'visitor',
    path: `/confirm?email=${EMAIL}`,
    locateResult: enabledButton('Confirm Email'),
  },
  {
    name: 'confirm-resent',
    role: 'visitor',
    path: `/confirm?email=${EMAIL}`,
    interact: (page) => page.getByRole('button', { name: 'Resend Activation Code' }).click(),
    locateResult: textOnPage('A new activation code has been sent to your email'),
  },
  {
    name: 'confirm-failed',
    role: 'visitor',
    path: `/confirm?email=${EMAIL}`,
    interact: async (page) => {
      await page.getByLabel('Confirmation Code').fill('000000');
      await page.getByRole('button', { name: 'Confirm Email' }).click();
    },
    locateResult: (page) => page.getByRole('alert'),
    allowsFailedCalls: true,
  },
  { name: 'recover', role: 'visitor', path: '/forgot', locateResult: enabledButton('Send Recovery Code') },
  {
    name: 'recover-code',
    role: 'visitor',
    path: '/forgot',
    interact: requestRecoveryCode,
    locateResult: textOnPage('Reset Password Code'),
  },
  {
    name: 'recover-differs',
    role: 'visitor',
    path: '/forgot',
    interact: submitDifferentPasswords,
    locateResult: textOnPage('Passwords do not match'),
  },
  {
    name: 'recover-done',
    role: 'visitor',
    path: '/forgot',
    interact: completeRecovery,
    locateResult: textOnPage('Your password has been successfully reset!'),
  },
];
