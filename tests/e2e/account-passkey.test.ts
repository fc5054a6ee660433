import type { CDPSession, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { TestPerson } from '../support/people.ts';
import { setUpE2e } from './set-up-e2e.ts';

describe('signing in with a passkey', () => {
  const e2e = setUpE2e();
  let ann: TestPerson;
  let page: Page;
  let devtools: CDPSession;
  let authenticatorId: string;
  beforeAll(async () => {
    ann = await e2e.app.signUp();
    ({ page } = await e2e.openBrowser());
    devtools = await page.context().newCDPSession(page);
    await devtools.send('WebAuthn.enable');
    ({ authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    }));
    await page.goto('/about');
    await page.evaluate(makePasskey, ann.accessToken);
  });

  const usePasskey = async (email: string) => {
    await page.goto('/signin');
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Use a passkey' }).click();
  };
  const refusal = (text: string) => page.getByRole('alert').filter({ hasText: text }).waitFor();

  it('[ACCOUNT-6] an email is required first', async () => {
    await usePasskey(' ');
    await refusal('username is required to signIn');
  });

  it('[ACCOUNT-6] an account without a passkey and an unknown account show the same message', async () => {
    const bob = await e2e.app.signUp();
    for (const email of [bob.email, 'unknown@example.com']) {
      await usePasskey(email);
      await refusal('There is no passkey for this account on this device. Sign in with your password.');
    }
  });

  it('[ACCOUNT-6] a cancelled passkey shows a message, and the next attempt works', async () => {
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    await usePasskey(ann.email);
    await refusal('The passkey was not used.');
    await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: true });
    await usePasskey(ann.email);
    await page.getByRole('heading', { name: 'Home' }).waitFor();
    expect(await page.evaluate(() => localStorage.getItem('handle'))).toBe(ann.handle);
  });
});

/** Runs in the page: registers a passkey with the pool for the user of the token. */
async function makePasskey(AccessToken: string): Promise<void> {
  const callPool = async (operation: string, input: object) => {
    const response = await fetch('/local/idp', {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ AccessToken, ...input }),
    });
    if (!response.ok) throw new Error(await response.text());
    return (await response.json()) as { CredentialCreationOptions: PublicKeyCredentialCreationOptionsJSON };
  };
  const { CredentialCreationOptions: options } = await callPool('StartWebAuthnRegistration', {});
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const credential = await navigator.credentials.create({ publicKey });
  await callPool('CompleteWebAuthnRegistration', {
    Credential: (credential as PublicKeyCredential).toJSON(),
  });
}
