import type { Page } from 'playwright-core';
import { callPool, type TestPerson } from '../../support/people.ts';

/** What keeps a page's passkeys, and the finger on it. */
export type WalkAuthenticator = {
  /** Makes a passkey of somebody's, as settings do. */
  registerPasskey: (url: string, person: TestPerson) => Promise<void>;
  /** From now on the wrong finger is on it, so that every question to it is in vain. */
  refuseVerification: () => Promise<void>;
};

/** A virtual authenticator that always answers at once. */
export async function addWalkAuthenticator(page: Page): Promise<WalkAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async registerPasskey(url, { accessToken: AccessToken }) {
      const { CredentialCreationOptions } = await callPool<{
        CredentialCreationOptions: PublicKeyCredentialCreationOptionsJSON;
      }>(url, 'StartWebAuthnRegistration', { AccessToken });
      const Credential: unknown = await page.evaluate(async (options) => {
        const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
        const made = await navigator.credentials.create({ publicKey });
        return (made as PublicKeyCredential).toJSON();
      }, CredentialCreationOptions);
      await callPool(url, 'CompleteWebAuthnRegistration', { AccessToken, Credential });
    },
    async refuseVerification() {
      await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false });
    },
  };
}
