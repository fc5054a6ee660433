import type { QueryClient } from '@tanstack/react-query';
import { createActor, type ActorRefFrom } from 'xstate';
import { TIMER_MAX_MS, TOKEN_TOLERANCE_MS, type ByeCode } from '@cruddur/shared';
import type { TokenSource } from '../api/http-client.ts';
import { connectionMachine } from '../machines/connection.machine.ts';
import type { Viewer } from './effect.ts';
import { createCacheNews } from './page-cache.ts';
import type { ServerClock } from './server-clock.ts';
import { openSocket, type LiveConnection } from './socket.ts';
import { expiryOf } from './token-expiry.ts';

export interface LiveParts {
  origin: string;
  tokens: TokenSource;
  clock: ServerClock;
  client: QueryClient;
}

/** Everything that keeps a signed-in tab up to date; at most one connection at a time. */
export interface Live {
  /** Follows the streams as this person until `stop`. */
  start(viewer: () => Viewer): void;
  stop(): void;
  /** A token was renewed by somebody else: the living socket gets it too. */
  tokenSeen(token: string | null): void;
  /** Asks whether the connection still lives. */
  wake: () => void;
  connection: ActorRefFrom<typeof connectionMachine>;
}

/** Waits before another try after a first refusal, in milliseconds; each further one in a row doubles it. */
const AFTER_REFUSAL_MS: Record<ByeCode, number> = {
  ...{ token_invalid: 250, session_revoked: 250, too_slow: 1000, too_many: 15_000, restarting: 500 },
};

const LONGEST_WAIT_MS = 30_000;

export function createLive({ origin, tokens, clock, client }: LiveParts): Live {
  const connection = createActor(connectionMachine).start();
  let current: AbortController | null = null;
  let socket: LiveConnection | null = null;
  let shown: string | null = null;
  let refusals = 0;
  let renewal: ReturnType<typeof setTimeout> | undefined;

  function tokenSeen(token: string | null): void {
    if (!token || !current) return;
    if (token !== shown) socket?.renew(token);
    shown = token;
    clearTimeout(renewal);
    const expiry = expiryOf(token);
    // Within the tolerance a token counts as expired, so asking then renews it before the gateway minds.
    const wait = expiry === null ? null : expiry - clock.now() - TOKEN_TOLERANCE_MS + 250;
    if (wait !== null) renewal = setTimeout(renew, Math.min(Math.max(wait, 1000), TIMER_MAX_MS));
  }

  function renew(): void {
    void tokens.accessToken().then(tokenSeen);
  }

  async function refused(code: ByeCode, signal: AbortSignal): Promise<void> {
    const wait = Math.min(AFTER_REFUSAL_MS[code] * 2 ** refusals++, LONGEST_WAIT_MS);
    await new Promise((resolve) => setTimeout(resolve, wait));
    if (signal.aborted) return;
    const tokenIsBad = code === 'token_invalid' || code === 'session_revoked';
    if (tokenIsBad && !(await tokens.refresh(true))) return;
    connection.send({ type: 'START' });
    socket?.reconnect();
  }

  async function run(viewer: () => Viewer, signal: AbortSignal): Promise<void> {
    const { news, stop } = createCacheNews(client, viewer);
    signal.addEventListener('abort', stop);
    connection.send({ type: 'START' });
    const opened = await openSocket({
      ...{ origin, news, clock },
      token: async () => {
        const token = await tokens.accessToken();
        tokenSeen(token);
        return token;
      },
      report(event) {
        connection.send(event);
        if (event.type === 'READY') refusals = 0;
        if (event.type === 'REFUSED') void refused(event.code, signal);
      },
    });
    if (signal.aborted) {
      opened.close();
      return;
    }
    socket = opened;
    const wake = () => {
      if (document.visibilityState === 'visible') opened.wake();
    };
    document.addEventListener('visibilitychange', wake, { signal });
    window.addEventListener('pageshow', wake, { signal });
    window.addEventListener('online', wake, { signal });
  }

  return {
    connection,
    tokenSeen,
    wake: () => socket?.wake(),
    start(viewer) {
      if (current) return;
      current = new AbortController();
      void run(viewer, current.signal);
    },
    stop() {
      current?.abort();
      current = null;
      socket?.close();
      socket = null;
      shown = null;
      clearTimeout(renewal);
      connection.send({ type: 'STOP' });
    },
  };
}
