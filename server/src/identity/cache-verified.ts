import { hash } from 'node:crypto';
import { TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import { LRUCache } from 'lru-cache';
import type { Clock } from '../domain/clock.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import type { Session } from '../domain/viewer.ts';

type Verify = IdentityProvider['verifyToken'];

const CACHE_MAX = 10_000;

/**
 * Verifies each token once: a signature costs more than the rest of a call, and after a restart all clients return with the
 * tokens they had. Expiry is checked at each call, as revocations are by the caller.
 * @param verify is called without `beforeVerify`, which this calls itself
 */
export function cacheVerified(verify: Verify, clock: Clock): Verify {
  const sessions = new LRUCache<string, Session>({ max: CACHE_MAX });
  return async (accessToken, beforeVerify) => {
    // A hash, because tokens are kept nowhere.
    const key = hash('sha256', accessToken, 'base64');
    const cached = sessions.get(key);
    if (cached && cached.expiresAt + TOKEN_TOLERANCE_MS >= clock.now().getTime()) return cached;
    await beforeVerify?.();
    const session = await verify(accessToken);
    sessions.set(key, session);
    return session;
  };
}
