import type { ByeCode } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { GatewayParts, AuthenticateSocket } from './gateway-types.ts';

type AuthenticateSocketParts = Pick<GatewayParts, 'authenticateToken' | 'identity' | 'logger'>;

/** Admits a token, or names the code of the refusal. Never rejects. */
export function createAuthenticateSocket({
  authenticateToken,
  identity,
  logger,
}: AuthenticateSocketParts): AuthenticateSocket {
  /** A token that is good in itself was refused because its session has ended. */
  async function isValidToken(token: string): Promise<boolean> {
    return identity.verifyToken(token).then(
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
    return error.status === 401 && (await isValidToken(token)) ? 'session_revoked' : 'token_invalid';
  }

  return async (token) => {
    try {
      return { viewer: await authenticateToken(token) };
    } catch (error) {
      return { code: await codeOf(error, token) };
    }
  };
}
