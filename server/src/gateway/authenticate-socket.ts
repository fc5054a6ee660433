import type { ByeCode } from '@cruddur/shared';
import { Refusal } from '../domain/errors.ts';
import type { GatewayParts, AuthenticateSocket } from './gateway-types.ts';

type AuthenticateSocketParts = Pick<GatewayParts, 'authenticateToken' | 'identity' | 'logger'>;

/** Verifies a handshake's token. @returns the viewer, or the code of the refusal; never rejects */
export function createAuthenticateSocket({
  authenticateToken,
  identity,
  logger,
}: AuthenticateSocketParts): AuthenticateSocket {
  /** True for a refused token that is valid in itself: then its session has ended. */
  async function isValidToken(token: string): Promise<boolean> {
    return identity.verifyToken(token).then(
      () => true,
      () => false,
    );
  }

  async function refusalCodeOf(
    error: unknown,
    { token, request_id }: { token: string; request_id: string },
  ): Promise<ByeCode> {
    if (!(error instanceof Refusal)) {
      logger.error({ err: error, request_id }, 'a handshake failed');
      return 'restarting';
    }
    if (error.status >= 500 || error.status === 429) return 'restarting';
    // The client signs out, and the sign-in says why.
    if (error.codes.includes('account_suspended')) return 'session_revoked';
    return error.status === 401 && (await isValidToken(token)) ? 'session_revoked' : 'token_invalid';
  }

  return async (token, { requestId, userAgent }) => {
    try {
      return { viewer: await authenticateToken(token, userAgent === undefined ? {} : { userAgent }) };
    } catch (error) {
      return { code: await refusalCodeOf(error, { token, request_id: requestId }) };
    }
  };
}
