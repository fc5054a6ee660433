import { TIMER_MAX_MS, TOKEN_TOLERANCE_MS } from '@cruddur/shared';
import type { TokenSource } from '../../base/http/http-client.ts';
import { readClaims } from '../../base/session/session.ts';
import type { ServerClock } from '../../base/clock/server-clock.ts';
import type { Runtime } from '../../base/runtime/runtime.ts';

/** Renews the token before it expires, so that the gateway does not close the socket. */
export interface TokenRenewal {
  trackToken(token: string | null): void;
  stop(): void;
}

type Parts = {
  tokens: TokenSource;
  clock: ServerClock;
  runtime: Pick<Runtime, 'timers'>;
  onTokenChange: (token: string) => void;
};

/** @param parts `onTokenChange` receives every token that differs from the previous one */
export function createTokenRenewal({ tokens, clock, runtime, onTokenChange }: Parts): TokenRenewal {
  let lastToken: string | null = null;
  let cancelRenewal: (() => void) | undefined;
  let isStopped = false;

  function trackToken(token: string | null): void {
    if (!token || isStopped) return;
    if (lastToken && token !== lastToken) onTokenChange(token);
    lastToken = token;
    cancelRenewal?.();
    const claims = readClaims(token);
    if (!claims) return;
    // Within the tolerance a token counts as expired, so `accessToken` renews it before the gateway rejects it.
    const delayMs = claims.exp * 1000 - clock.now() - TOKEN_TOLERANCE_MS + 250;
    cancelRenewal = runtime.timers.after(Math.min(Math.max(delayMs, 1000), TIMER_MAX_MS), renewToken);
  }

  function renewToken(): void {
    void tokens.accessToken().then(trackToken);
  }

  return {
    trackToken,
    stop() {
      isStopped = true;
      cancelRenewal?.();
    },
  };
}
