import { z } from 'zod';
import type { Caller, PoolContext } from '../context.ts';
import { invalidParameter } from '../errors.ts';
import { input } from '../input.ts';

/** The parameters of a first factor, in InitiateAuth or in the answer to SELECT_CHALLENGE. */
export const authParameters = z.object({
  USERNAME: input.username.optional(),
  PASSWORD: input.password.optional(),
  SRP_A: z
    .string()
    .regex(/^[0-9a-f]{1,1024}$/i, 'Member must be a hexadecimal number')
    .optional(),
  REFRESH_TOKEN: input.token.optional(),
  DEVICE_KEY: input.deviceKey.optional(),
  CHALLENGE_NAME: z.string().max(64).optional(),
  PREFERRED_CHALLENGE: z.string().max(64).optional(),
});

export type AuthParameters = z.infer<typeof authParameters>;

/** Starts a sign-in; resolves to tokens or the next challenge. */
export type AuthFlow = (parameters: AuthParameters, context: PoolContext, caller: Caller) => Promise<object>;

/** @throws PoolError InvalidParameterException when it is missing */
export function requireParameter(parameters: AuthParameters, name: keyof AuthParameters): string {
  const value = parameters[name];
  if (value === undefined) throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}
