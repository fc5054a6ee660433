import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({ AccessToken: input.token, CredentialId: input.token });

/** Deletes a passkey of the token's person. */
export const deleteWebAuthnCredential = defineOperation(
  schema,
  async ({ AccessToken, CredentialId }, context) => {
    const { sub } = await findTokenPerson(context, AccessToken);
    const { numDeletedRows } = await context.db
      .deleteFrom('pool_passkeys')
      .where('credential_id', '=', CredentialId)
      .where('sub', '=', sub)
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw refusals.noSuchPasskey();
    context.audit({ event: 'passkey_removed', subject: sub });
    return {};
  },
);
