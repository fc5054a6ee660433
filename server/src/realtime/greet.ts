import type { ByeCode } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { GatewayParts, Greet } from './gateway-types.ts';

type GreetParts = Pick<GatewayParts, 'admit' | 'identity' | 'logger'>;

/** Admits a token, or names the code of the refusal. Never rejects. */
export function createGreet({ admit, identity, logger }: GreetParts): Greet {
  /** A token that is good in itself was refused because its session has ended. */
  async function isGood(token: string): Promise<boolean> {
    return identity.verify(token).then(
      () => true,
      () => false,
    );
  }

  async function codeOf(error: unknown, token: string): Promise<ByeCode> {
    if (!(error instanceof Refusal)) {
      logger.error({ err: error }, 'a socket could not be admitted');
      return 'restarting';
    }
    if (error.status >= 500 || error.status === 429) return 'restarting';
    return error.status === 401 && (await isGood(token)) ? 'session_revoked' : 'token_invalid';
  }

  return async (token) => {
    try {
      return { viewer: await admit(token) };
    } catch (error) {
      return { code: await codeOf(error, token) };
    }
  };
}
