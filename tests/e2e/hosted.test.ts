import { CLIENT_ID } from '@cruddur/local-pool/names';
import type { BrowserContext, Page, Request } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { getSharedChromium } from '../support/services/chromium.ts';
import { findFreePort } from '../support/services/find-free-port.ts';
import { startTestApp } from '../support/test-app.ts';
import { serveHostedDomain } from './serve-hosted-domain.ts';
import { contextDefaults, openBrowser, PASSWORD } from './test-browser.ts';
import { setUpE2e } from './set-up-e2e.ts';

const DOMAIN = 'login.cruddur.test';

describe('the hosted pages', () => {
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
  let person: TestPerson;
  let context: BrowserContext;
  let page: Page;
  let requests: Request[];

  beforeAll(async () => {
    person = await e2e.app.signUp({ name: 'Holly Hosted', handle: 'holly' });
  });
  const open = async () => {
    context = await e2e.browser.newContext({ ...contextDefaults, baseURL: e2e.app.url });
    page = await context.newPage();
    requests = [];
    page.on('request', (request) => requests.push(request));
  };
  const query = (path: string) => {
    const request = requests.find((each) => new URL(each.url()).pathname.endsWith(path));
    return Object.fromEntries(new URL(request?.url() ?? 'about:blank').searchParams);
  };
  const leave = () => page.getByRole('button', { name: 'Continue with the hosted page' }).click();
  const signIn = async (password = PASSWORD) => {
    await page.goto('/signin');
    await leave();
    await page.getByRole('heading', { name: 'Sign in to Cruddur' }).waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(password);
    await page.getByRole('button', { name: 'Sign In' }).click();
  };
  const signOut = async () => {
    await page.getByRole('button', { name: /Holly Hosted/ }).click();
    await page.getByRole('button', { name: 'Sign Out', exact: true }).click();
  };

  describe.each(['of the local pool', `of a domain, through Amplify`])('%s', (pages) => {
    const isDomain = pages.includes('domain');
    /** What follows the sign-in does not depend on where the pages are. */
    const itOfOneKind = it.runIf(!isDomain || inject('form') === 'full');

    beforeEach(async () => {
      await open();
      if (isDomain) await serveHostedDomain(context, DOMAIN, e2e.app.url);
      return () => context.close();
    });

    it('[HOSTED-1] sign a user in with state and PKCE, and leave no code in the address', async () => {
      await signIn();
      await page.getByRole('heading', { name: 'Home' }).waitFor();
      expect(page.url()).toBe(`${e2e.app.url}/`);
      expect(query('/oauth2/authorize')).toMatchObject({
        client_id: CLIENT_ID,
        redirect_uri: `${e2e.app.url}/`,
        response_type: 'code',
        code_challenge_method: 'S256',
        scope: 'openid email profile aws.cognito.signin.user.admin',
        identity_provider: 'COGNITO',
      });
    });

    itOfOneKind(
      '[HOSTED-2] receive the sign-out with client id and address, and all tabs follow',
      async () => {
        await signIn();
        await page.getByRole('heading', { name: 'Home' }).waitFor();
        const other = await context.newPage();
        await other.goto('/messages');
        await other.getByRole('heading', { name: 'Messages' }).waitFor();
        const followed = isFollowerAfter(other);
        await signOut();
        await other.getByRole('heading', { name: 'Sign into your Cruddur account' }).waitFor();
        expect(await followed).toBeLessThan(500);
        await page.waitForURL('**/about');
        expect(query('/logout')).toEqual({ client_id: CLIENT_ID, logout_uri: `${e2e.app.url}/about` });
        expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain('access_token');
        // Within the same second: the sign-out voids only the tokens that it named.
        await signIn();
        await page.getByRole('heading', { name: 'Home' }).waitFor();
      },
    );

    itOfOneKind('[HOSTED-3] lead to the sign-in with the reason when their answer is unusable', async () => {
      await page.goto('/signin');
      await leave();
      await page.getByRole('heading', { name: 'Sign in to Cruddur' }).waitFor();
      await page.goto(
        `/?error=access_denied&error_description=Not+today&state=${query('/oauth2/authorize').state}`,
      );
      await page.getByRole('alert').filter({ hasText: 'Not today' }).waitFor();
    });
  });
});

/** The milliseconds from a tab's storage event for the removed token until it shows the sign-in. */
const isFollowerAfter = (tab: Page): Promise<number> =>
  tab.evaluate(
    () =>
      new Promise((resolve) => {
        addEventListener('storage', ({ key }) => {
          if (key !== 'access_token') return;
          const receivedAt = performance.now();
          new MutationObserver(() => {
            if (document.title.startsWith('Sign In')) resolve(performance.now() - receivedAt);
          }).observe(document, { subtree: true, childList: true, characterData: true });
        });
      }),
  );

describe('the implicit grant', () => {
  it('[HOSTED-4] returns the tokens in the address, which does not keep them', async () => {
    const home = `http://localhost:${await findFreePort()}`;
    await using app = await startTestApp({
      env: {
        PORT: new URL(home).port,
        COGNITO_REDIRECT_SIGN_IN: `${home}/`,
        COGNITO_REDIRECT_SIGN_OUT: `${home}/`,
        COGNITO_RESPONSE_TYPE: 'token',
      },
    });
    const person = await app.signUp();
    const browser = await getSharedChromium();
    await using visitor = await openBrowser(browser, app.url);
    const { page } = visitor;
    await page.goto('/signin');
    await page.getByRole('button', { name: 'Continue with the hosted page' }).click();
    await page.getByRole('heading', { name: 'Sign in to Cruddur' }).waitFor();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    await page.waitForURL((url) => url.href === `${home}/`);
    const kept = await page.evaluate(() => Object.keys(localStorage));
    expect(kept.filter((key) => key.endsWith('.accessToken'))).toHaveLength(1);
    expect(kept.filter((key) => key.endsWith('.refreshToken'))).toEqual([]);
  });
});
