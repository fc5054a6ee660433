import { TIMER_MAX_MS, TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { TokenSource } from '../api/http-client.ts';
import { readClaims } from '../identity/claims.ts';
import type { ServerClock } from './server-clock.ts';

/** Keeps a token good for as long as somebody is connected. */
export interface TokenRenewal {
  seen(token: string | null): void;
  stop(): void;
}

type Parts = { tokens: TokenSource; clock: ServerClock; changed: (token: string) => void };

/** @param parts `changed` hears every token that differs from the one seen before */
export function createTokenRenewal({ tokens, clock, changed }: Parts): TokenRenewal {
  let shown: string | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;

  function seen(token: string | null): void {
    if (!token || stopped) return;
    if (shown && token !== shown) changed(token);
    shown = token;
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
    seen,
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
