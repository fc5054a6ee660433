import { invalidParameter } from '../errors.ts';

/** What RespondToAuthChallenge was given, its form checked. */
export type ChallengeResponses = Readonly<Record<string, string>>;

/** @throws PoolError InvalidParameterException when it is missing */
export function requiredResponse(responses: ChallengeResponses, name: string): string {
  const value = Object.hasOwn(responses, name) ? responses[name] : undefined;
  if (value === undefined) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
