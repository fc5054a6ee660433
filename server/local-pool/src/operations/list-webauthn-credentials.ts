import { z } from 'zod';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';
import { listPasskeys, PASSKEYS_MAX, type Passkey } from '../people/passkeys.ts';

const schema = z.object({
  AccessToken: input.token,
  MaxResults: z.number().int().min(1).max(PASSKEYS_MAX).default(PASSKEYS_MAX),
  NextToken: input.token.optional(),
});

/** The person's passkeys, ordered by id. The next token is the last id of the page. */
export const listWebAuthnCredentials = defineOperation(schema, async (body, context) => {
  const { sub } = await findTokenPerson(context, body.AccessToken);
  const all = await listPasskeys(context, sub);
  const remaining = all.filter(({ credential_id }) => credential_id > (body.NextToken ?? ''));
  const page = remaining.slice(0, body.MaxResults);
  const last = remaining.length > page.length ? page.at(-1) : undefined;
  return { Credentials: page.map(describePasskey), ...(last && { NextToken: last.credential_id }) };
});

const describePasskey = (passkey: Passkey) => ({
  CredentialId: passkey.credential_id,
  FriendlyCredentialName: 'Passkey',
  RelyingPartyId: passkey.rp_id,
  ...(passkey.attachment !== null && { AuthenticatorAttachment: passkey.attachment }),
  AuthenticatorTransports: passkey.transports,
  CreatedAt: passkey.created_at.getTime() / 1000,
});
