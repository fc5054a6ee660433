import { z } from 'zod';
import type { PoolContext } from '../context.ts';
import { PoolError, refusals } from '../errors.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { readClientData, registrationCredential, toBlock } from '../passkeys/credential.ts';
import { isAllowedOrigin, verifyRegistration } from '../passkeys/verify.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';
import { consumeChallenge } from '../sign-in/challenge-store.ts';

const schema = z.object({ AccessToken: input.token, Credential: registrationCredential });

/** Stores the public key of a passkey that was created with the options of StartWebAuthnRegistration. */
export const completeWebAuthnRegistration = defineOperation(
  schema,
  async ({ AccessToken, Credential }, context) => {
    const { sub } = await findTokenPerson(context, AccessToken);
    const clientData = readClientData(Credential.response.clientDataJSON);
    if (!clientData) throw refusals.badPasskey();
    const username = await consumeRegistration(context, clientData.challenge);
    if (username !== sub) throw refusals.noPasskeyChallenge();
    const { relyingParty } = context;
    if (!isAllowedOrigin(relyingParty, clientData.origin)) throw refusals.passkeyOrigin();
    const key = await verifyRegistration(Credential, { ...clientData, rpId: relyingParty.id });
    if (!key) throw refusals.badPasskey();
    const { numInsertedOrUpdatedRows } = await context.db
      .insertInto('pool_passkeys')
      .values({
        credential_id: key.id,
        sub,
        public_key: key.publicKey,
        counter: key.counter,
        transports: JSON.stringify(Credential.response.transports),
        attachment: Credential.authenticatorAttachment ?? null,
        rp_id: relyingParty.id,
        created_at: context.clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst();
    if (numInsertedOrUpdatedRows === 0n) throw refusals.badPasskey();
    context.audit({ event: 'passkey_added', subject: sub });
    return {};
  },
);

/** The username of the challenge; undefined when it is unknown, used or expired. */
async function consumeRegistration(context: PoolContext, challenge: string): Promise<string | undefined> {
  try {
    return (await consumeChallenge(context, 'WEB_AUTHN_REGISTRATION', toBlock(challenge))).username;
  } catch (error) {
    if (error instanceof PoolError) return undefined;
    throw error;
  }
}
