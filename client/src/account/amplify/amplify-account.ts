import { normalizePassword } from '@cruddur/shared';
import * as auth from 'aws-amplify/auth';
import type { AccountProvider, Passkey } from '../../base/session/identity-provider.ts';

/** The signed-in user's account at the pool. `amplify.ts` must have configured the library. */
export function createAmplifyAccount(): AccountProvider {
  return {
    changePassword: ({ current, password }) =>
      auth.updatePassword({
        oldPassword: normalizePassword(current),
        newPassword: normalizePassword(password),
      }),
    listPasskeys,
    addPasskey: () => auth.associateWebAuthnCredential(),
    removePasskey: (credentialId) => auth.deleteWebAuthnCredential({ credentialId }),
  };
}

async function listPasskeys(): Promise<Passkey[]> {
  const passkeys: Passkey[] = [];
  let nextToken: string | undefined;
  do {
    const page = await auth.listWebAuthnCredentials(nextToken === undefined ? {} : { nextToken });
    passkeys.push(...page.credentials.map(toPasskey));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return passkeys.toSorted((one, other) => (one.createdAt ?? '').localeCompare(other.createdAt ?? ''));
}

function toPasskey(credential: auth.AuthWebAuthnCredential): Passkey {
  return {
    id: credential.credentialId ?? '',
    name: credential.friendlyCredentialName ?? '',
    createdAt: credential.createdAt?.toISOString() ?? null,
    attachment: credential.authenticatorAttachment ?? null,
  };
}
