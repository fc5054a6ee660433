import { z } from 'zod';
import { refusals } from '../errors.ts';
import { input } from '../input.ts';
import { lifetimes } from '../lifetimes.ts';
import { toChallenge } from '../passkeys/credential.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';
import { saveChallenge } from '../sign-in/challenge-store.ts';
import { listPasskeys, PASSKEYS_MAX } from '../people/passkeys.ts';

const schema = z.object({ AccessToken: input.token });

const ES256 = -7;
const RS256 = -257;

/** The options for a new passkey: discoverable, with user verification. */
export const startWebAuthnRegistration = defineOperation(schema, async ({ AccessToken }, context) => {
  const { sub, email, name } = await findTokenPerson(context, AccessToken);
  const passkeys = await listPasskeys(context, sub);
  if (passkeys.length >= PASSKEYS_MAX) throw refusals.tooManyPasskeys();
  const block = await saveChallenge(context, { name: 'WEB_AUTHN_REGISTRATION', username: sub, state: {} });
  return {
    CredentialCreationOptions: {
      challenge: toChallenge(block),
      rp: { id: context.relyingParty.id, name: 'Cruddur' },
      user: { id: Buffer.from(sub).toString('base64url'), name: email, displayName: name },
      pubKeyCredParams: [ES256, RS256].map((alg) => ({ alg, type: 'public-key' })),
      timeout: lifetimes.challenge,
      excludeCredentials: passkeys.map(({ credential_id: id, transports }) => ({
        id,
        transports,
        type: 'public-key',
      })),
      authenticatorSelection: {
        requireResidentKey: true,
        residentKey: 'required',
        userVerification: 'required',
      },
      attestation: 'none',
    },
  };
});
