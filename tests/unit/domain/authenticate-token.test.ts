import { expect, test } from 'vitest';
import type { IdentityProvider } from '../../../server/src/domain/ports.ts';
import { createAuthenticateToken } from '../../../server/src/domain/sessions/authenticate-token.ts';
import { unmodelled } from '../../simulation/store/unmodelled.ts';

const session = { sub: 's', originJti: 'one', authTime: 0, expiresAt: Infinity };

test('[SOCKET-2] a call is answered 503, and not 401, while the revocation list cannot be read', async () => {
  let isStale = true;
  const authenticateToken = createAuthenticateToken({
    identity: unmodelled<IdentityProvider>('identity', { verifyToken: () => Promise.resolve(session) }),
    revocations: { isStale: () => isStale, isRevoked: () => true },
    checks: unmodelled('checks'),
    uses: unmodelled('uses'),
    findOrCreatePerson: unmodelled('findOrCreatePerson'),
    people: unmodelled('people'),
  });
  await expect(authenticateToken('token')).rejects.toMatchObject({ codes: ['generic_503'], retryAfter: 1 });
  isStale = false;
  await expect(authenticateToken('token')).rejects.toMatchObject({ codes: ['generic_401'] });
});
