import { TIMER_MAX_MS, TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { TokenSource } from '../../api/http-client.ts';
import { readClaims } from '../../auth/session/claims.ts';
import type { ServerClock } from '../../clock/server-clock.ts';

/** Keeps a token good for as long as somebody is connected. */
export interface TokenRenewal {
  trackToken(token: string | null): void;
  stop(): void;
}

type Parts = { tokens: TokenSource; clock: ServerClock; onTokenChange: (token: string) => void };

/** @param parts `changed` hears every token that differs from the one seen before */
export function createTokenRenewal({ tokens, clock, onTokenChange }: Parts): TokenRenewal {
  let lastToken: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function seen(token: string | null): void {
    if (!token || stopped) return;
    if (lastToken && token !== lastToken) onTokenChange(token);
    lastToken = token;
    clearTimeout(timer);
    const claims = readClaims(token);
    if (!claims) return;
    // Within the tolerance a token counts as expired, so asking then renews it before the gateway minds.
    const wait = claims.exp * 1000 - clock.now() - TOKEN_TOLERANCE_MS + 250;
    timer = setTimeout(renew, Math.min(Math.max(wait, 1000), TIMER_MAX_MS));
  }

  function renew(): void {
    void tokens.accessToken().then(seen);
  }

  return {
    trackToken: seen,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
