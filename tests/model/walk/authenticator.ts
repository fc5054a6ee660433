import type { Page } from 'playwright-core';
import { callPool, type TestPerson } from '../../support/people.ts';

/** The virtual authenticator of a page, which stores passkeys and confirms the user. */
export type WalkAuthenticator = {
  /** Creates a passkey for a user, as the settings do. */
  registerPasskey: (url: string, person: TestPerson) => Promise<void>;
  /** From now on user verification fails, so that every request is refused. */
  refuseVerification: () => Promise<void>;
};

/** A virtual authenticator that answers at once. */
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
