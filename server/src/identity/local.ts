import { Refusal } from '../domain/errors.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import { attributesFrom } from './attributes.ts';
import { createVerifyToken, type VerifySettings } from './verify-token.ts';

export interface LocalIdentitySettings extends VerifySettings {
  jwks: NonNullable<VerifySettings['jwks']>;
  /** The pool's GetUser, in its wire form: `{Username, UserAttributes: [{Name, Value}]}`. Rejects when it refuses. */
  getUser: (accessToken: string) => Promise<unknown>;
  /** Tells a refusal of the pool from a failure of ours. */
  isRefusal: (error: unknown) => boolean;
}

/** The local pool, asked in process. */
export function createLocalIdentity(settings: LocalIdentitySettings): IdentityProvider {
  const { getUser, isRefusal } = settings;
  return {
    verify: createVerifyToken(settings),
    async attributesOf(accessToken) {
      const answer = await getUser(accessToken).catch((error: unknown) => {
        throw isRefusal(error) ? new Refusal('generic_401') : error;
      });
      return attributesFrom(answer);
    },
  };
}
