import type { Caller, PoolContext } from '../context.ts';
import { findDevice } from '../devices/find-device.ts';
import { refusals } from '../errors.ts';
import { findSubject } from '../people/find-subject.ts';
import { identityOf } from '../people/password.ts';
import type { Subject } from '../people/subject.ts';
import { spend } from '../rate-limits.ts';
import { provesPassword, startExchange } from '../srp/exchange.ts';
import { optionalResponse, requiredResponse, type ChallengeAnswer } from './challenge-responses.ts';
import { beginCustomChallenge } from './custom-challenge.ts';
import { continueSignIn } from './continue-sign-in.ts';
import { keepChallenge, takeChallenge } from './challenge-store.ts';

const NAME = 'PASSWORD_VERIFIER';

/** `clientNumber` is the protocol's A in hex; `next` names a challenge that follows the proof. */
export type Beginning = { clientNumber: string; next?: 'CUSTOM_CHALLENGE' };

/** Asks for the proof. */
export async function beginPasswordVerifier(
  context: PoolContext,
  subject: Subject,
  { clientNumber, next }: Beginning,
): Promise<object> {
  const { secret, offer } = startExchange(subject.record.verifier);
  const block = await keepChallenge(context, {
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
  const block = requiredResponse(responses, 'PASSWORD_CLAIM_SECRET_BLOCK');
  const signature = requiredResponse(responses, 'PASSWORD_CLAIM_SIGNATURE');
  const timestamp = requiredResponse(responses, 'TIMESTAMP');
  const username = requiredResponse(responses, 'USERNAME').trim().toLowerCase();
  const device = optionalResponse(responses, 'DEVICE_KEY');
  // Before the challenge is spent: a client that hears of a forgotten device tries the same proof without it.
  if (device !== undefined) await checkDevice(context, username, device);
  const challenge = await takeChallenge(context, NAME, block);
  const { clientNumber = '', secret = '', offer = '' } = challenge.state;
  const subject = await findSubject(context, challenge.username);
  const allowance = await spend(context, 'signIn', { account: subject.sub, address: caller.address });
  const isProved = provesPassword({
    identity: identityOf(subject.sub),
    clientNumber,
    half: { secret, offer },
    verifier: subject.record.verifier,
    block,
    timestamp,
    signature,
  });
  const isSameUser = [subject.sub, challenge.username].includes(username);
  if (!isProved || !isSameUser || !subject.known) throw refusals.incorrectLogin();
  await allowance.giveBack();
  if (challenge.state.next === 'CUSTOM_CHALLENGE') return beginCustomChallenge(context, subject, caller);
  return continueSignIn(context, subject.person, device);
}

/** Says nothing about people: nobody can guess a device's key. */
async function checkDevice(context: PoolContext, username: string, device: string): Promise<void> {
  const { sub } = await findSubject(context, username);
  await findDevice(context, sub, device);
}
