import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { attributesFrom } from './attributes.ts';
import { rememberVerified } from './remember-verified.ts';
import { createVerifyToken, type VerifySettings } from './verify-token.ts';

export interface LocalIdentitySettings extends VerifySettings {
  jwks: NonNullable<VerifySettings['jwks']>;
  /** An operation of the pool in its wire form; GetUser's answer is `{Username, UserAttributes: [{Name, Value}]}`. */
  ask: (operation: 'GetUser' | 'DeleteUser', accessToken: string) => Promise<unknown>;
  /** The name of the pool's own error, as Cognito names it; undefined for a failure of ours. */
  refusalName: (error: unknown) => string | undefined;
}

/** The local pool, asked in process. */
export function createLocalIdentity(settings: LocalIdentitySettings): IdentityProvider {
  const { ask, refusalName } = settings;
  const refuse = (error: unknown): never => {
    throw refusalName(error) === undefined ? error : new Refusal('generic_401');
  };
  return {
    verify: rememberVerified(createVerifyToken(settings), settings.clock),
    attributesOf: async (accessToken) => attributesFrom(await ask('GetUser', accessToken).catch(refuse)),
    async deleteUser(accessToken) {
      await ask('DeleteUser', accessToken).catch((error: unknown) => {
        if (refusalName(error) !== 'UserNotFoundException') refuse(error);
      });
    },
  };
}
