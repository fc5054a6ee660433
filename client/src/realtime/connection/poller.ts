import type { StreamAnswer, WireCursors } from '@cruddur/shared';
import { ApiError } from '../../api/api-error.ts';
import type { HttpSync } from './http-sync.ts';
import { STREAMS } from '../../cache/recent-events.ts';
import type { Runtime } from '../../runtime/runtime.ts';
import type { WireEvent } from '../stream/wire-event.ts';

/** The delay after a successful poll, in milliseconds; each failure in a row doubles it, up to the maximum. */
const POLL_EVERY_MS = 2500;
const MAX_INTERVAL_MS = 5000;

export interface PollerParts {
  runtime: Pick<Runtime, 'timers'>;
  sync: HttpSync;
  cursors: () => Partial<WireCursors>;
  onWireEvent: (event: WireEvent) => void;
  /** A new token, or null when the user is signed out. */
  freshToken: () => Promise<string | null>;
  /** The server has ended the session. */
  onSessionEnded: () => void;
  /** Called after each poll. */
  onPollResult: (hasSucceeded: boolean) => void;
}

/** Polls `/api/sync` while there is no socket. */
export interface Poller {
  isOn(): boolean;
  start: () => void;
  /** Polls now, if polling is on. */
  pollNow(): void;
  stop(): void;
}

export function createPoller({
  runtime,
  sync,
  cursors,
  onWireEvent,
  freshToken,
  onSessionEnded,
  onPollResult,
}: PollerParts): Poller {
  let running: AbortController | null = null;
  let cancelNextPoll: (() => void) | undefined;
  let failureCount = 0;
  /** The renewed token after the last 401. */
  let renewedToken: string | null = null;

  async function poll(signal: AbortSignal): Promise<void> {
    const isAborted = () => signal.aborted;
    cancelNextPoll?.();
    try {
      const known = cursors();
      const areAllKnown = STREAMS.every((stream) => known[stream] !== undefined);
      const { now, streams } = await sync(areAllKnown ? known : {});
      if (isAborted()) return;
      failureCount = 0;
      renewedToken = null;
      onPollResult(true);
      if (streams.public && streams.me) publishReplies({ public: streams.public, me: streams.me }, now);
    } catch (failure) {
      if (isAborted()) return;
      failureCount += 1;
      onPollResult(false);
      if (failure instanceof ApiError && failure.status === 401) await renewToken();
      if (isAborted()) return;
    }
    const delayMs = Math.min(POLL_EVERY_MS * 2 ** failureCount, MAX_INTERVAL_MS);
    cancelNextPoll = runtime.timers.after(delayMs, () => void poll(signal));
  }

  /** The session has ended only if a renewed token is rejected too: a provider that is unreachable returns the old token. */
  async function renewToken(): Promise<void> {
    const token = await freshToken();
    if (renewedToken !== null && token !== null && token !== renewedToken) onSessionEnded();
    renewedToken = token;
  }

  function publishReplies(replies: Record<(typeof STREAMS)[number], StreamAnswer>, now: string): void {
    const heads = { public: replies.public.head, me: replies.me.head };
    if ('reset' in replies.public || 'reset' in replies.me) {
      onWireEvent({ kind: 'ready', heads, now, mode: 'reset' });
      return;
    }
    for (const stream of STREAMS) {
      const reply = replies[stream];
      if ('events' in reply && reply.events.length > 0)
        onWireEvent({ kind: 'events', stream, events: reply.events });
    }
    onWireEvent({ kind: 'head', heads, now });
  }

  function start(): void {
    running?.abort();
    running = new AbortController();
    void poll(running.signal);
  }

  return {
    start,
    isOn: () => running !== null,
    pollNow() {
      if (running) start();
    },
    stop() {
      running?.abort();
      running = null;
      cancelNextPoll?.();
      failureCount = 0;
    },
  };
}
