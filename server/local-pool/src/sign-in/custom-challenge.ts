import type { Caller, PoolContext } from '../context.ts';
import { PoolError, refusals } from '../errors.ts';
import { deliverCode } from '../mail/deliver-code.ts';
import { findRememberedKey } from '../people/devices.ts';
import { findSubject, type Subject } from '../people/subject.ts';
import { consumeAllowance, delayAnswer } from '../rate-limits.ts';
import { checkCode, consumeCode } from '../mail/codes.ts';
import { type AnswerChallenge, findResponse, requireResponse } from './challenge-responses.ts';
import { consumeChallenge, saveChallenge } from './challenge-store.ts';
import { continueSignIn } from './continue-sign-in.ts';

const NAME = 'CUSTOM_CHALLENGE';
const ATTEMPTS_MAX = 3;

/**
 * The pool's custom challenge: a code by mail. An unknown username gets the same answer and no mail.
 * @param by `device` is a remembered one
 */
export async function beginCustomChallenge(
  context: PoolContext,
  subject: Subject,
  { address, device }: Caller & { device: string | undefined },
): Promise<object> {
  const account = subject.known ? subject.person.email : subject.username;
  const { total } = await consumeAllowance(context, 'mail', { account, address, device });
  const { Destination } = await deliverCode(context, subject, { purpose: 'sign-in', address, total });
  return requestCode(context, subject, { destination: Destination, left: ATTEMPTS_MAX });
}

async function requestCode(
  context: PoolContext,
  subject: Subject,
  { destination, left }: { destination: string; left: number },
): Promise<object> {
  const state = { destination, left: String(left) };
  const Session = await saveChallenge(context, { name: NAME, username: subject.username, state });
  return {
    ChallengeName: NAME,
    Session,
    ChallengeParameters: {
      USERNAME: subject.sub,
      CODE_DELIVERY_DELIVERY_MEDIUM: 'EMAIL',
      CODE_DELIVERY_DESTINATION: destination,
    },
  };
}

/** Checks the mailed code. As in Cognito, a wrong code repeats the challenge, up to three times. @throws PoolError */
export const answerCustomChallenge: AnswerChallenge = async (
  { responses, session },
  context,
  { address },
) => {
  const code = requireResponse(responses, 'ANSWER').trim();
  const { username, state } = await consumeChallenge(context, NAME, session);
  const subject = await findSubject(context, username);
  const owner = { sub: subject.sub, purpose: 'sign-in' } as const;
  const device = await findRememberedKey(context, subject.sub, findResponse(responses, 'DEVICE_KEY'));
  const allowance = await consumeAllowance(context, 'code', { account: subject.sub, address, device });
  await delayAnswer(context, allowance, subject.sub);
  const mac = await checkCode(context, { ...owner, code }).catch(toUndefined);
  if (mac === undefined || !subject.known) {
    context.audit({ event: 'sign_in_failed', subject: subject.sub });
    const left = Number(state.left) - 1;
    if (left <= 0) throw refusals.incorrectLogin();
    return requestCode(context, subject, { destination: state.destination ?? '', left });
  }
  await allowance.refund();
  await consumeCode(context.db, { ...owner, mac });
  return continueSignIn(context, subject.person, findResponse(responses, 'DEVICE_KEY'));
};

function toUndefined(error: unknown): undefined {
  if (error instanceof PoolError) return undefined;
  throw error;
}
