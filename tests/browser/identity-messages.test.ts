import type { ClientConfig } from '@cruddur/shared';
import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { identityMessages } from '../support/identity-messages.ts';
import { waitForMailedCode, type TestPerson } from '../support/people.ts';
import { overrideClientConfig } from '../e2e/override-client-config.ts';
import { emailOf, PASSWORD, type TestBrowser } from '../e2e/test-browser.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';

const NEW = { name: 'Wanda Words', handle: 'wanda' };
const HOSTED = 'Continue with the hosted page';

describe('identity messages', () => {
  const e2e = setUpE2e();
  let other: TestPerson;
  let visitor: TestBrowser;
  let page: Page;

  beforeAll(async () => {
    other = await e2e.app.signUp();
  });
  beforeEach(async () => {
    visitor = await e2e.openBrowser();
    ({ page } = visitor);
    return () => visitor[Symbol.asyncDispose]();
  });

  const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  const configured = (config: Partial<ClientConfig>) =>
    overrideClientConfig(page.context(), e2e.app.url, { config });
  const signIn = async (email = other.email, password = PASSWORD) => {
    await page.goto('/signin');
    await fill('Email', email);
    await fill('Password', password);
    await press('Sign In');
  };
  const signUp = async ({ email = emailOf(NEW), handle = NEW.handle, password = PASSWORD } = {}) => {
    await page.goto('/signup');
    await fill('Name', NEW.name);
    await fill('Email', email);
    await page.getByLabel('Username').fill(handle);
    await fill('Password', password);
    await press('Sign Up');
  };
  const confirm = async (email: string, code: string) => {
    await page.goto('/confirm');
    await fill('Email', email);
    await page.getByLabel('Confirmation Code').fill(code);
    await press('Confirm Email');
  };
  const leaveBy = async (config: Partial<ClientConfig>) => {
    await configured(config);
    await page.goto('/signin');
    await press(HOSTED);
  };
  const recover = async (again: string) => {
    await page.goto('/forgot');
    await fill('Email', other.email);
    await press('Send Recovery Code');
    await page.getByLabel('Reset Password Code').waitFor();
    await page.getByLabel('Reset Password Code').fill(await waitForMailedCode(e2e.app.url, other.email));
    await fill('New Password', PASSWORD);
    await fill('New Password Again', again);
    await press('Reset Password');
  };
  const oauth = { oauth_domain: 'login.example', oauth_response_type: 'code' };

  /** The actions of a user, by the message that each causes. */
  const actions: Record<string, () => Promise<unknown>> = {
    'Incorrect email or password': () => signIn(other.email, 'not the password'),
    'A network error has occurred.': async () => {
      await page.route('**/local/idp', (route) => route.abort());
      await signIn();
    },
    'This username or email is already registered.': () =>
      signUp({ email: other.email, handle: 'free_handle' }),
    'Enter a password of at least 8 characters': () => signUp({ password: 'short' }),
    'Enter your email': () => confirm('', '123456'),
    'Enter the code from the email': () => confirm(other.email, ''),
    'A new activation code has been sent to your email': async () => {
      await signUp();
      await press('Resend Activation Code');
    },
    'Invalid verification code provided, please try again.': () => confirm(emailOf(NEW), '000000'),
    'This email is confirmed already': async () => {
      await page.goto('/confirm');
      await fill('Email', other.email);
      await press('Resend Activation Code');
    },
    'Passwords do not match': () => recover('another long 0ne'),
    'Your password has been successfully reset!': () => recover(PASSWORD),
    'Auth UserPool not configured.': async () => {
      await configured({ user_pool_id: '' });
      await signIn();
    },
    'Invalid user pool id provided.': async () => {
      await configured({ user_pool_id: 'abc' });
      await signIn();
    },
    'Invalid identity pool id provided.': async () => {
      await configured({ identity_pool_id: 'nowhere' });
      await signIn();
    },
    'Invalid config parameter.': async () => {
      await configured({ region: '' });
      await signIn();
    },
    'oauth param not configured.': () => leaveBy({ oauth_domain: 'login.example' }),
    'signInRedirect or signOutRedirect had an invalid format or was not found.': () =>
      leaveBy({ ...oauth, oauth_redirect_sign_in: 'cruddur', oauth_redirect_sign_out: 'cruddur' }),
    'redirect is coming from a different origin. The oauth flow needs to be initiated from the same origin':
      () =>
        leaveBy({
          ...oauth,
          oauth_redirect_sign_in: 'https://elsewhere.example/',
          oauth_redirect_sign_out: 'https://elsewhere.example/',
        }),
  };

  const rows = identityMessages
    .filter(({ ruleId }) => ruleId === 'WORDS-3')
    .map(({ message }): [string] => [message]);

  it.each(rows)('[WORDS-3] the screen shows: %s', async (text) => {
    await actions[text]?.();
    await page.getByText(text, { exact: true }).first().waitFor();
  });

  it('[WORDS-3] every row has an action', () => {
    expect(Object.keys(actions).sort()).toEqual(rows.flat().sort());
  });
});
