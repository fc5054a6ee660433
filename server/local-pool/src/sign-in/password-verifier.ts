import { toMailbox } from '../input.ts';
import type { Caller, PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { findDevice, findRememberedKey } from '../people/devices.ts';
import { srpIdentity } from '../people/password.ts';
import { findSubject, type Subject } from '../people/subject.ts';
import { consumeAllowance, delayAnswer } from '../rate-limits.ts';
import { isValidProof, startExchange } from '../srp/exchange.ts';
import { type ChallengeAnswer, findResponse, requireResponse } from './challenge-responses.ts';
import { consumeChallenge, saveChallenge } from './challenge-store.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { beginCustomChallenge } from './custom-challenge.ts';

const NAME = 'PASSWORD_VERIFIER';

/** `clientNumber` is SRP's A in hex; `next` names a challenge that follows the proof. */
export type PasswordVerifierStart = { clientNumber: string; next?: 'CUSTOM_CHALLENGE' };

/** Challenges the client to prove the password. */
export async function beginPasswordVerifier(
  context: PoolContext,
  subject: Subject,
  { clientNumber, next }: PasswordVerifierStart,
): Promise<object> {
  const { secret, offer } = startExchange(subject.record.verifier);
  const block = await saveChallenge(context, {
    name: NAME,
    username: subject.username,
    state: { clientNumber, secret, offer, ...(next && { next }) },
  });
  return {
    ChallengeName: NAME,
    ChallengeParameters: {
      SALT: subject.record.salt,
      SRP_B: offer,
      SECRET_BLOCK: block,
      USERNAME: subject.sub,
      USER_ID_FOR_SRP: subject.sub,
    },
  };
}

/**
 * Checks the proof and signs in.
 * @throws PoolError NotAuthorizedException, UserNotConfirmedException, TooManyRequestsException
 */
export async function answerPasswordVerifier(
  { responses }: ChallengeAnswer,
  context: PoolContext,
  caller: Caller,
): Promise<object> {
  const block = requireResponse(responses, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const signature = requireResponse(responses, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = requireResponse(responses, 'TIMESTAMP');
  const username = toMailbox(requireResponse(responses, 'USERNAME'));
  const device = findResponse(responses, 'DEVICE_KEY');
  // Before the challenge is consumed: after a refusal for a forgotten device, clients send the same proof without it.
  if (device !== undefined) await checkDevice(context, username, device);
  const challenge = await consumeChallenge(context, NAME, block);
  const { clientNumber = '', secret = '', offer = '' } = challenge.state;
  const subject = await findSubject(context, challenge.username);
  // A second query: the check above used the username of the answer, which may differ from the challenge's.
  const rememberedKey = await findRememberedKey(context, subject.sub, device);
  const by = { account: subject.sub, address: caller.address, device: rememberedKey };
  const allowance = await consumeAllowance(context, 'signIn', by);
  await delayAnswer(context, allowance, subject.sub);
  const isProved = isValidProof({
    identity: srpIdentity(subject.sub),
    clientNumber,
    serverEphemeral: { secret, offer },
    verifier: subject.record.verifier,
    block,
    timestamp,
    signature,
  });
  const isSameUser = [subject.sub, challenge.username].includes(username);
  if (!isProved || !isSameUser || !subject.known) {
    context.audit({ event: 'sign_in_failed', subject: subject.sub });
    throw refusals.incorrectLogin();
  }
  await allowance.refund();
  if (challenge.state.next === 'CUSTOM_CHALLENGE') {
    return beginCustomChallenge(context, subject, { ...caller, device: rememberedKey });
  }
  return continueSignIn(context, subject.person, device);
}

/** Reveals no usernames: a device's key cannot be guessed. */
async function checkDevice(context: PoolContext, username: string, device: string): Promise<void> {
  const { sub } = await findSubject(context, username);
  await findDevice(context, sub, device);
}
