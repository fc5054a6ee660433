import type { PoolContext } from '../context.ts';
import { invalidParameter, refusals } from '../errors.ts';
import { lifetimes } from '../lifetimes.ts';
import { assertionCredential, readClientData, toChallenge } from '../passkeys/credential.ts';
import { isAllowedOrigin, verifyAssertion } from '../passkeys/verify.ts';
import { findRememberedKey } from '../people/devices.ts';
import { findSubject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { type AuthFlow, requireParameter } from './auth-flow.ts';
import type { Passkey } from '../people/passkeys.ts';
import { type AnswerChallenge, findResponse, requireResponse } from './challenge-responses.ts';
import { consumeChallenge, saveChallenge } from './challenge-store.ts';
import { continueSignIn } from './continue-sign-in.ts';

const NAME = 'WEB_AUTHN';

/** Challenges the client to sign with a passkey. The answer names no passkey, so it reveals nothing about an account. */
export const webAuthnAuth: AuthFlow = async (parameters, context, { address }) => {
  const { sub, username } = await findSubject(context, requireParameter(parameters, 'USERNAME'));
  const device = await findRememberedKey(context, sub, parameters.DEVICE_KEY);
  await consumeAllowance(context, 'start', { account: sub, address, device });
  // In the state as well: Amplify's answer does not name the device.
  const state: Record<string, string> = device === undefined ? {} : { device };
  const Session = await saveChallenge(context, { name: NAME, username, state });
  const options = {
    challenge: toChallenge(Session),
    rpId: context.relyingParty.id,
    timeout: lifetimes.challenge,
    allowCredentials: [],
    userVerification: 'required',
  };
  return {
    ChallengeName: NAME,
    Session,
    ChallengeParameters: { CREDENTIAL_REQUEST_OPTIONS: JSON.stringify(options) },
  };
};

/** Checks the signature and signs in. @throws PoolError NotAuthorizedException, TooManyRequestsException */
export const answerWebAuthn: AnswerChallenge = async ({ responses, session }, context, { address }) => {
  const credential = readCredential(requireResponse(responses, 'CREDENTIAL'));
  const { username, state } = await consumeChallenge(context, NAME, session);
  const subject = await findSubject(context, username);
  const givenKey = findResponse(responses, 'DEVICE_KEY') ?? state.device;
  const device = await findRememberedKey(context, subject.sub, givenKey);
  const allowance = await consumeAllowance(context, 'passkey', { account: subject.sub, address, device });
  const { relyingParty } = context;
  const clientData = readClientData(credential.response.clientDataJSON);
  const passkey = await findPasskey(context, subject.sub, credential.id);
  const refuse = () => {
    context.audit({ event: 'sign_in_failed', subject: subject.sub });
    return refusals.incorrectLogin();
  };
  if (!subject.known || !passkey || !clientData) throw refuse();
  if (!isAllowedOrigin(relyingParty, clientData.origin)) throw refuse();
  const counter = await verifyAssertion(
    credential,
    { id: passkey.credential_id, publicKey: passkey.public_key, counter: passkey.counter },
    { challenge: toChallenge(session), origin: clientData.origin, rpId: relyingParty.id },
  );
  if (counter === undefined) throw refuse();
  await allowance.refund();
  await context.db
    .updateTable('pool_passkeys')
    .set({ counter })
    .where('credential_id', '=', passkey.credential_id)
    .execute();
  return continueSignIn(context, subject.person, undefined);
};

function readCredential(json: string) {
  try {
    return assertionCredential.parse(JSON.parse(json));
  } catch {
    throw invalidParameter('CREDENTIAL is not valid');
  }
}

const findPasskey = ({ db }: PoolContext, sub: string, id: string): Promise<Passkey | undefined> =>
  db
    .selectFrom('pool_passkeys')
    .selectAll()
    .where('sub', '=', sub)
    .where('credential_id', '=', id)
    .executeTakeFirst();
