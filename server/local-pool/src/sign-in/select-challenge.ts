import type { Caller, PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';
import type { Subject } from '../people/subject.ts';
import { consumeAllowance } from '../rate-limits.ts';
import { type AuthFlow, authParameters } from './auth-flow.ts';
import { userPasswordAuth, userSrpAuth } from './password-auth.ts';
import { type AnswerChallenge, requireResponse } from './challenge-responses.ts';
import { consumeChallenge, saveChallenge } from './challenge-store.ts';
import { webAuthnAuth } from './web-authn.ts';

const NAME = 'SELECT_CHALLENGE';

/** The first factors. Every username gets the same list, so it reveals nothing about an account. */
export const firstFactors: ReadonlyMap<string, AuthFlow> = new Map([
  ['PASSWORD', userPasswordAuth],
  ['PASSWORD_SRP', userSrpAuth],
  ['WEB_AUTHN', webAuthnAuth],
]);

/** Lets the client choose the first factor. @throws PoolError TooManyRequestsException */
export async function beginSelectChallenge(
  context: PoolContext,
  { sub, username }: Subject,
  { address, device }: Caller & { device: string | undefined },
): Promise<object> {
  await consumeAllowance(context, 'start', { account: sub, address, device });
  const Session = await saveChallenge(context, { name: NAME, username, state: {} });
  return {
    ChallengeName: NAME,
    Session,
    ChallengeParameters: {},
    AvailableChallenges: [...firstFactors.keys()],
  };
}

/** Continues with the chosen factor; the answer may include its parameters. @throws PoolError */
export const answerSelectChallenge: AnswerChallenge = async ({ responses, session }, context, caller) => {
  const name = requireResponse(responses, 'ANSWER');
  const factor = firstFactors.get(name);
  if (!factor) throw invalidParameter(`Challenge ${name} is not available`);
  const parsed = authParameters.safeParse(responses);
  if (!parsed.success) throw invalidParameter('Invalid challenge responses');
  const { username } = await consumeChallenge(context, NAME, session);
  return factor({ ...parsed.data, USERNAME: username }, context, caller);
};
