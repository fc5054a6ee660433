import type { Caller, PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';

/** The validated `ChallengeResponses` of RespondToAuthChallenge. */
export type ChallengeResponses = Readonly<Record<string, string>>;

/** The responses and the `Session` of the previous answer, or an empty string. */
export type ChallengeAnswer = { responses: ChallengeResponses; session: string };

/** Checks the answer to a challenge; resolves to tokens or the next challenge. */
export type AnswerChallenge = (
  answer: ChallengeAnswer,
  context: PoolContext,
  caller: Caller,
) => Promise<object>;

export const findResponse = (responses: ChallengeResponses, name: string): string | undefined =>
  Object.hasOwn(responses, name) ? responses[name] : undefined;

/** @throws PoolError InvalidParameterException when it is missing */
export function requireResponse(responses: ChallengeResponses, name: string): string {
  const value = findResponse(responses, name);
  if (value === undefined) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
