import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { parseAttributes } from './attributes.ts';
import { cacheVerified } from './cache-verified.ts';
import { createVerifyToken, type VerifySettings } from './verify-token.ts';

export interface LocalIdentitySettings extends VerifySettings {
  jwks: NonNullable<VerifySettings['jwks']>;
  /** An operation of the pool in its wire form; GetUser's answer is `{Username, UserAttributes: [{Name, Value}]}`. */
  callPool: (operation: 'GetUser' | 'DeleteUser', accessToken: string) => Promise<unknown>;
  /** The name of the pool's own error, as Cognito names it; undefined for a failure of ours. */
  poolErrorName: (error: unknown) => string | undefined;
}

const REFUSED = new Set(['NotAuthorizedException', 'UserNotFoundException']);

/** The local pool, called in process. */
export function createLocalIdentity(settings: LocalIdentitySettings): IdentityProvider {
  const { callPool, poolErrorName } = settings;
  const refuse = (error: unknown): never => {
    throw poolErrorName(error) === undefined ? error : new Refusal('generic_401');
  };
  return {
    verifyToken: cacheVerified(createVerifyToken(settings), settings.clock),
    readAttributes: async (accessToken) =>
      parseAttributes(await callPool('GetUser', accessToken).catch(refuse)),
    async deleteUser(accessToken) {
      await callPool('DeleteUser', accessToken).catch((error: unknown) => {
        if (poolErrorName(error) !== 'UserNotFoundException') refuse(error);
      });
    },
    isStillAccepted: (accessToken) =>
      callPool('GetUser', accessToken).then(
        () => true,
        (error: unknown) => {
          if (REFUSED.has(poolErrorName(error) ?? '')) return false;
          throw error;
        },
      ),
  };
}
