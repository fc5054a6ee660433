import { CLIENT_ID } from '@cruddur/local-pool/names';
import { describe, expect, it } from 'vitest';
import { findFreePort } from '../support/services/find-free-port.ts';
import { PASSWORD } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('the hosted pages of the local pool', () => {
  const e2e = setUpE2e(async () => {
    const home = `http://localhost:${await findFreePort()}`;
    return {
      env: {
        PORT: new URL(home).port,
        COGNITO_REDIRECT_SIGN_IN: `${home}/`,
        COGNITO_REDIRECT_SIGN_OUT: `${home}/about`,
      },
    };
  });

  it('[HOSTED-1, HOSTED-2, HOSTED-3] sign a user in with state and PKCE, sign out in all tabs, sign in again, and give the reason for a refusal', async () => {
    const person = await e2e.app.signUp({ name: 'Holly Hosted', handle: 'holly' });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const addresses: URL[] = [];
    page.on('request', (request) => addresses.push(new URL(request.url())));
    const query = (path: string) =>
      Object.fromEntries(addresses.findLast(({ pathname }) => pathname.endsWith(path))?.searchParams ?? []);
    const leave = async () => {
      await page.goto('/signin');
      await page.getByRole('button', { name: 'Continue with the hosted page' }).click();
      await page.getByRole('heading', { name: 'Sign in to Cruddur' }).waitFor();
    };
    const signIn = async () => {
      await leave();
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
    };
    const signOut = async () => {
      await page.getByRole('button', { name: /Holly Hosted/ }).click();
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
      await page.waitForURL('**/about');
    };

    await signIn();
    expect(page.url()).toBe(`${e2e.app.url}/`);
    expect(query('/oauth2/authorize')).toMatchObject({
      client_id: CLIENT_ID,
      redirect_uri: `${e2e.app.url}/`,
      response_type: 'code',
      code_challenge_method: 'S256',
      scope: 'openid email profile aws.cognito.signin.user.admin',
      identity_provider: 'COGNITO',
    });
    const other = await page.context().newPage();
    await other.goto('/messages');
    await other.getByRole('heading', { name: 'Messages' }).waitFor();
    await signOut();
    await other.getByRole('heading', { name: 'Sign into your Cruddur account' }).waitFor();
    expect(query('/logout')).toEqual({ client_id: CLIENT_ID, logout_uri: `${e2e.app.url}/about` });
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('access_token');
    // Within the same second: the sign-out voids only the tokens that it named.
    await signIn();

    await signOut();
    await leave();
    const { state = '' } = query('/oauth2/authorize');
    await page.goto(`/?error=access_denied&error_description=Not+today&state=${state}`);
    await page.getByRole('alert').filter({ hasText: 'Not today' }).waitFor();
  });
});
