import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AmplifyPage } from '../support/local-pool/amplify-entry.ts';
import type { ServedPage } from '../support/bundled-page.ts';
import { clientOperations } from '../support/local-pool/client-operations.ts';
import { serveAmplifyPage } from '../support/local-pool/amplify-page.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  type SignUpDetails,
} from '../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../support/local-pool/test-pool.ts';
import { addAuthenticator } from '../support/services/authenticator.ts';
import { getSharedChromium, closePages } from '../support/services/chromium.ts';

declare const amplify: AmplifyPage['amplify'];

describe('aws-amplify in a browser against the local pool', () => {
  let store: PoolStore;
  let gateway: TestPool;
  let served: ServedPage;
  let browser: Browser;
  beforeAll(async () => {
    [store, served, browser] = await Promise.all([openPoolStore(), serveAmplifyPage(), getSharedChromium()]);
    gateway = await startTestPool(store.db);
  });
  afterAll(async () => {
    expect([...gateway.libraryOperations].sort()).toEqual(clientOperations['aws-amplify in Chromium']);
    await closePages(browser);
    await Promise.all([gateway, served].map((part) => part[Symbol.asyncDispose]()));
    await store[Symbol.asyncDispose]();
  });

  async function openPage(): Promise<Page> {
    const page = await (await browser.newContext()).newPage();
    await page.goto(served.url);
    const ids = { userPoolId: POOL_ID, userPoolClientId: CLIENT_ID, userPoolEndpoint: `${gateway.url}/idp` };
    await page.evaluate((Cognito) => {
      amplify.configure({ Auth: { Cognito } });
    }, ids);
    return page;
  }

  const signIn = (page: Page, { email: username, password }: SignUpDetails) =>
    page.evaluate(async (login) => (await amplify.auth.signIn(login)).nextStep.signInStep, {
      username,
      password,
    });
  const signOut = (page: Page) => page.evaluate(() => amplify.auth.signOut());
  const signInByPasskey = (page: Page, username: string) =>
    page.evaluate(async (name) => {
      const options = { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } as const;
      try {
        return (await amplify.auth.signIn({ username: name, options })).nextStep.signInStep;
      } catch (error) {
        return (error as Error).message;
      }
    }, username);

  it('[POOL-23] a passkey is registered, listed, used to sign in, and deleted', async () => {
    const person = await createConfirmedPerson(gateway);
    const page = await openPage();
    await addAuthenticator(page);
    expect(await signIn(page, person)).toBe('DONE');
    await page.evaluate(() => amplify.auth.associateWebAuthnCredential());
    const listed = await page.evaluate(
      async () => (await amplify.auth.listWebAuthnCredentials()).credentials,
    );
    expect(listed).toMatchObject([{ relyingPartyId: 'localhost', friendlyCredentialName: 'Passkey' }]);
    await signOut(page);
    expect(await signInByPasskey(page, person.email)).toBe('DONE');
    const user = await page.evaluate(() => amplify.auth.getCurrentUser());
    expect(user.userId).toBe(person.sub);
    await page.evaluate(
      async (credentialId) => amplify.auth.deleteWebAuthnCredential({ credentialId }),
      listed[0]?.credentialId ?? '',
    );
    await signOut(page);
    expect(await signInByPasskey(page, person.email)).toBe('Incorrect username or password.');
  });

  it('[POOL-23] a passkey signs in no other user, known or not', async () => {
    const page = await openPage();
    await addAuthenticator(page);
    await signIn(page, await createConfirmedPerson(gateway));
    await page.evaluate(() => amplify.auth.associateWebAuthnCredential());
    await signOut(page);
    const { email } = await createConfirmedPerson(gateway);
    for (const other of [email, createSignUpDetails().email]) {
      expect(await signInByPasskey(page, other)).toBe('Incorrect username or password.');
    }
  });

  it('[POOL-19] a device is remembered, proves itself, is listed and forgotten', async () => {
    const person = await createConfirmedPerson(gateway);
    const page = await openPage();
    const challengeNames: string[] = [];
    page.on('request', (request) => {
      const body = request.postData() ?? '';
      challengeNames.push(/"ChallengeName":"(\w+)"/.exec(body)?.[1] ?? '');
    });
    await signIn(page, person);
    await signOut(page);
    challengeNames.length = 0;
    expect(await signIn(page, person)).toBe('DONE');
    const challenges = ['PASSWORD_VERIFIER', 'DEVICE_SRP_AUTH', 'DEVICE_PASSWORD_VERIFIER'];
    expect(challengeNames.filter((name) => name !== '')).toEqual(challenges);
    const refreshed = await page.evaluate(
      async () => (await amplify.auth.fetchAuthSession({ forceRefresh: true })).tokens !== undefined,
    );
    expect(refreshed).toBe(true);
    const devices = () => page.evaluate(async () => (await amplify.auth.fetchDevices()).length);
    expect(await devices()).toBe(1);
    await page.evaluate(() => amplify.auth.rememberDevice());
    await page.evaluate(() => amplify.auth.forgetDevice());
    expect(await devices()).toBe(0);
    await signOut(page);
    expect(await signIn(page, person)).toBe('DONE');
  });
});
