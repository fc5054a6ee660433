import { z } from 'zod';
import type { ChallengeResponses } from '../challenges/challenge-responses.ts';
import { answerPasswordVerifier } from '../challenges/password-verifier.ts';
import type { Caller, PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';
import { target } from '../target.ts';

type Answer = (responses: ChallengeResponses, context: PoolContext, caller: Caller) => Promise<object>;

const answers: ReadonlyMap<string, Answer> = new Map([['PASSWORD_VERIFIER', answerPasswordVerifier]]);

const schema = z.object({
  ClientId: input.clientId,
  ChallengeName: z.string().max(64),
  ChallengeResponses: z.record(z.string().max(64), input.token).default({}),
});

/** Goes on with a sign-in that asked for something. */
export const respondToAuthChallenge = target(schema, async (given, context, caller) => {
  const answer = answers.get(given.ChallengeName);
  if (!answer) throw invalidParameter(`Challenge ${given.ChallengeName} is not supported`);
  return answer(given.ChallengeResponses, context, caller);
});
