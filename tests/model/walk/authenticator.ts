import type { Page } from 'playwright-core';
import { callPool, type TestPerson } from '../../support/people.ts';
import { addAuthenticator } from '../../support/services/authenticator.ts';

/** The virtual authenticator of a page, which stores passkeys and confirms the user. */
export type WalkAuthenticator = {
  /** Creates a passkey for a user, as the settings do. */
  registerPasskey: (url: string, person: TestPerson) => Promise<void>;
  /** From now on user verification fails, so that every request is refused. */
  refuseVerification: () => Promise<void>;
};

/** A virtual authenticator that answers at once. */
export async function addWalkAuthenticator(page: Page): Promise<WalkAuthenticator> {
  const { setVerified } = await addAuthenticator(page);
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
    refuseVerification: () => setVerified(false),
  };
}
