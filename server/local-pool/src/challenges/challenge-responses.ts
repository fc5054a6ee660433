import type { Caller, PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';

/** What RespondToAuthChallenge was given, its form checked. */
export type ChallengeResponses = Readonly<Record<string, string>>;

/** What was given, with the `Session` of the answer before, where there was one. */
export type ChallengeAnswer = { responses: ChallengeResponses; session: string };

/** Checks the answer to one challenge; gives tokens or the next challenge. */
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
