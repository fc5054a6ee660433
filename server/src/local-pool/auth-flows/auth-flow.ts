import type { Caller, PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';

type ParameterName = 'USERNAME' | 'PASSWORD' | 'SRP_A' | 'REFRESH_TOKEN' | 'DEVICE_KEY';

/** What InitiateAuth was given, its form checked. */
export type AuthParameters = Partial<Record<ParameterName, string | undefined>>;

/** One way to begin a sign-in; gives tokens or the next challenge. */
export type AuthFlow = (parameters: AuthParameters, context: PoolContext, caller: Caller) => Promise<object>;

/** @throws PoolError InvalidParameterException when it is missing */
export function required(parameters: AuthParameters, name: ParameterName): string {
  const value = parameters[name];
  if (value === undefined) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
