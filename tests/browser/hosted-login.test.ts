import { CLIENT_ID } from '@cruddur/local-pool/names';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { overrideClientConfig } from '../e2e/override-client-config.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { PASSWORD } from '../e2e/test-browser.ts';
import { findFreePort } from '../support/services/find-free-port.ts';

const DOMAIN = 'login.cruddur.test';

const settings = (responseType: 'code' | 'token') => async () => {
  const home = `http://localhost:${await findFreePort()}`;
  const env = {
    PORT: new URL(home).port,
    COGNITO_REDIRECT_SIGN_IN: `${home}/`,
    COGNITO_REDIRECT_SIGN_OUT: `${home}/about`,
    COGNITO_RESPONSE_TYPE: responseType,
  };
  return { env };
};

async function leave(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Continue with the hosted page' }).click();
  await page.getByRole('heading', { name: 'Sign in to Cruddur' }).waitFor();
}

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto('/signin');
  await leave(page);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.waitForURL((url) => url.href === `${url.origin}/`);
}

/** Records a page's requests. @returns the query of the latest one to this path */
function recordQueries(page: Page): (path: string) => Record<string, string> {
  const addresses: URL[] = [];
  page.on('request', (request) => addresses.push(new URL(request.url())));
  return (path) =>
    Object.fromEntries(addresses.findLast(({ pathname }) => pathname.endsWith(path))?.searchParams ?? []);
}

/** Serves the local pool's hosted pages to a browser under an https domain, and configures the page with that domain. */
async function serveHostedDomain(context: BrowserContext, url: string): Promise<void> {
  await context.route(`https://${DOMAIN}/**`, async (route) => {
    const { pathname, search } = new URL(route.request().url());
    const path = pathname.startsWith('/local/') ? pathname : `/local/idp${pathname}`;
    const response = await route.fetch({ url: `${url}${path}${search}`, maxRedirects: 0 });
    const { location } = response.headers();
    // A redirect would be followed without passing this route again.
    const follow = `<script>location.replace(${JSON.stringify(location)})</script>`;
    if (location) return route.fulfill({ contentType: 'text/html', body: follow });
    const headers = { ...response.headers(), 'access-control-allow-origin': url };
    return route.fulfill({ response, headers });
  });
  const config = { oauth_domain: DOMAIN };
  await overrideClientConfig(context, url, { config, connectTo: `https://${DOMAIN}` });
}

describe('the hosted pages', () => {
  const e2e = setUpE2e(settings('code'));

  const authorization = () => ({
    client_id: CLIENT_ID,
    redirect_uri: `${e2e.app.url}/`,
    response_type: 'code',
    code_challenge_method: 'S256',
    scope: 'openid email profile aws.cognito.signin.user.admin',
    identity_provider: 'COGNITO',
  });

  it('[HOSTED-1] of the local pool show a refusal in words of the product, sign a user in with state and PKCE, and sign out in all tabs', async () => {
    const { email } = await e2e.app.signUp({ name: 'Holly Hosted', handle: 'holly' });
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const query = recordQueries(page);
    await page.goto('/signin');
    await leave(page);
    const { state = '' } = query('/oauth2/authorize');
    await page.goto(`/?error=access_denied&error_description=Not+today&state=${state}`);
    await page.getByRole('alert').filter({ hasText: 'An unknown error occurred' }).waitFor();

    await signIn(page, email);
    expect(query('/oauth2/authorize')).toMatchObject(authorization());
    const other = await page.context().newPage();
    await other.goto('/messages');
    await other.getByRole('heading', { name: 'Messages' }).waitFor();
    await page.getByRole('button', { name: /Holly Hosted/ }).click();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
    await page.waitForURL('**/about');
    await other.getByRole('heading', { name: 'Sign into your Cruddur account' }).waitFor();
    expect(query('/logout')).toEqual({ client_id: CLIENT_ID, logout_uri: `${e2e.app.url}/about` });
    expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('access_token');
    // Within the same second: the sign-out voids only the tokens that it named.
    await signIn(page, email);
  });

  it('[HOSTED-1] of a domain sign a user in through Amplify', async () => {
    const { email } = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    const { page } = visitor;
    const query = recordQueries(page);
    await serveHostedDomain(page.context(), e2e.app.url);
    await signIn(page, email);
    expect(query('/oauth2/authorize')).toMatchObject(authorization());
  });
});

describe('the implicit grant', () => {
  const e2e = setUpE2e(settings('token'));

  it('returns the tokens in the address, which does not keep them', async () => {
    const { email } = await e2e.app.signUp();
    await using visitor = await e2e.openBrowser();
    await signIn(visitor.page, email);
    const kept = await visitor.page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => key.endsWith('.accessToken'))).toHaveLength(1);
    expect(kept.filter((key) => key.endsWith('.refreshToken'))).toEqual([]);
  });
});
