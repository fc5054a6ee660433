import { createHash } from 'node:crypto';
import { TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { IdentityProvider } from '../domain/ports.ts';
import type { Session } from '../domain/viewer.ts';

type Verify = IdentityProvider['verifyToken'];

const CACHE_MAX = 10_000;

/**
 * Checks a token once: its signature costs more than all the rest of a call, and a crowd that returns brings the tokens it
 * had. That it has ended, or its session was revoked, is looked at each time.
 */
export function cacheVerified(verify: Verify, clock: Clock): Verify {
  const sessions = new Map<string, Session>();
  return async (accessToken) => {
    // Tokens themselves are kept nowhere.
    const key = createHash('sha256').update(accessToken).digest('base64');
    const known = sessions.get(key);
    if (known && known.expiresAt + TOKEN_TOLERANCE_MS >= clock.now().getTime()) return known;
    const session = await verify(accessToken);
    if (sessions.size >= CACHE_MAX) sessions.clear();
    sessions.set(key, session);
    return session;
  };
}
