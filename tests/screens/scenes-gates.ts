import type { Page } from 'playwright-core';
import { words, type Scene } from './scene.ts';

const EMAIL = 'somebody@example.com';

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

async function askForCode(page: Page): Promise<void> {
  await page.getByLabel('Email').fill(EMAIL);
  await page.getByRole('button', { name: 'Send Recovery Code' }).click();
}

async function mistype(page: Page): Promise<void> {
  await askForCode(page);
  await page.getByLabel('Reset Password Code').fill('771204');
  await page.getByLabel('New Password', { exact: true }).fill('one thing or');
  await page.getByLabel('New Password Again').fill('another');
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** The pool says yes, whatever the code: its own tests prove the rest. */
const recovered = (page: Page) =>
  page.route('**/local/idp', (route) =>
    route.fulfill({ contentType: 'application/x-amz-json-1.1', body: '{}' }),
  );

async function recover(page: Page): Promise<void> {
  await askForCode(page);
  await recovered(page);
  await page.getByLabel('Reset Password Code').fill('771204');
  for (const label of ['New Password', 'New Password Again'])
    await page.getByLabel(label, { exact: true }).fill('correct horse battery');
  await page.getByRole('button', { name: 'Reset Password' }).click();
}

/** Its page was taken over: before, it takes no press. */
const ready = (name: string) => (page: Page) => page.getByRole('button', { name, disabled: false });

/** The ways in. */
export const gateScenes: readonly Scene[] = [
  { name: 'sign-in', as: 'visitor', at: '/signin', shows: ready('Use a passkey') },
  {
    name: 'sign-in-failed',
    as: 'visitor',
    at: '/signin',
    reach: signIn,
    shows: words('Incorrect email or password'),
    failing: true,
  },
  { name: 'sign-up', as: 'visitor', at: '/signup', shows: ready('Sign Up') },
  {
    name: 'sign-up-failed',
    as: 'visitor',
    at: '/signup',
    reach: (page) => page.getByRole('button', { name: 'Sign Up' }).click(),
    shows: words('Please fill this in'),
  },
  { name: 'confirm', as: 'visitor', at: `/confirm?email=${EMAIL}`, shows: ready('Confirm Email') },
  {
    name: 'confirm-resent',
    as: 'visitor',
    at: `/confirm?email=${EMAIL}`,
    reach: (page) => page.getByRole('button', { name: 'Resend Activation Code' }).click(),
    shows: words('A new activation code has been sent to your email'),
  },
  {
    name: 'confirm-failed',
    as: 'visitor',
    at: `/confirm?email=${EMAIL}`,
    reach: async (page) => {
      await page.getByLabel('Confirmation Code').fill('000000');
      await page.getByRole('button', { name: 'Confirm Email' }).click();
    },
    shows: (page) => page.getByRole('alert'),
    failing: true,
  },
  { name: 'recover', as: 'visitor', at: '/forgot', shows: ready('Send Recovery Code') },
  {
    name: 'recover-code',
    as: 'visitor',
    at: '/forgot',
    reach: askForCode,
    shows: words('Reset Password Code'),
  },
  {
    name: 'recover-differs',
    as: 'visitor',
    at: '/forgot',
    reach: mistype,
    shows: words('Passwords do not match'),
  },
  {
    name: 'recover-done',
    as: 'visitor',
    at: '/forgot',
    reach: recover,
    shows: words('Your password has been successfully reset!'),
  },
];
