import type { BrowserContext, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { overrideClientConfig } from '../e2e/override-client-config.ts';
import { PASSWORD } from '../e2e/test-browser.ts';
import { setUpE2e } from '../e2e/set-up-e2e.ts';
import { findFreePort } from '../support/services/find-free-port.ts';

const DOMAIN = 'login.cruddur.test';

const e2e = setUpE2e(async () => {
  const home = `http://localhost:${await findFreePort()}`;
  return {
    env: {
      PORT: new URL(home).port,
      COGNITO_REDIRECT_SIGN_IN: `${home}/`,
      COGNITO_REDIRECT_SIGN_OUT: `${home}/`,
      COGNITO_RESPONSE_TYPE: 'token',
    },
  };
});

async function signInByHostedPage(page: Page): Promise<void> {
  const { email } = await e2e.app.signUp();
  await page.goto('/signin');
  await page.getByRole('button', { name: 'Continue with the hosted page' }).click();
  await page.getByRole('heading', { name: 'Sign in to Cruddur' }).waitFor();
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.waitForURL((url) => url.href === `${e2e.app.url}/`);
}

/** Serves the local pool's hosted pages to a browser under an https domain, and configures the page with that domain. */
async function serveHostedDomain(context: BrowserContext): Promise<void> {
  const { url } = e2e.app;
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
  await overrideClientConfig(context, url, {
    config: { oauth_domain: DOMAIN, oauth_response_type: 'code' },
    connectTo: `https://${DOMAIN}`,
  });
}

it('[HOSTED-4] the implicit grant returns the tokens in the address, which does not keep them', async () => {
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  await signInByHostedPage(page);
  const kept = await page.evaluate(() => Object.keys(localStorage));
  expect(kept.filter((key) => key.endsWith('.accessToken'))).toHaveLength(1);
  expect(kept.filter((key) => key.endsWith('.refreshToken'))).toEqual([]);
});

it('[HOSTED-1] the pages of a domain sign a user in through Amplify, with state and PKCE', async () => {
  await using visitor = await e2e.openBrowser();
  const { page } = visitor;
  await serveHostedDomain(page.context());
  const authorized = page.waitForRequest((request) => request.url().includes('/oauth2/authorize'));
  await signInByHostedPage(page);
  const { searchParams } = new URL((await authorized).url());
  expect(Object.fromEntries(searchParams)).toMatchObject({
    redirect_uri: `${e2e.app.url}/`,
    response_type: 'code',
    code_challenge_method: 'S256',
    state: expect.any(String) as string,
  });
});
