import type { StreamAnswer, WireCursors } from '@cruddur/shared';
import { ApiError } from '../../base/http/api-error.ts';
import type { HttpSync } from './http-sync.ts';
import type { WireEvent } from './wire-event.ts';
import { STREAMS } from '../cache/cache-updates.ts';

export interface PollParts {
  sync: HttpSync;
  cursors: () => Partial<WireCursors>;
  onWireEvent: (event: WireEvent) => void;
  /** A new token, or null when the user is signed out. */
  freshToken: () => Promise<string | null>;
  /** The server has ended the session. */
  onSessionEnded: () => void;
}

/** @returns a function that polls `/api/sync` once, and rejects when that fails */
export function createPoll({ sync, cursors, onWireEvent, freshToken, onSessionEnded }: PollParts) {
  /** The renewed token after the last 401. */
  let renewedToken: string | null = null;
  let renewal: Promise<void> = Promise.resolve();

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

  return async (signal: AbortSignal): Promise<void> => {
    const isStopped = () => signal.aborted;
    await renewal;
    if (isStopped()) return;
    const known = cursors();
    const areAllKnown = STREAMS.every((stream) => known[stream] !== undefined);
    try {
      const { now, streams } = await sync(areAllKnown ? known : {});
      if (isStopped()) return;
      renewedToken = null;
      if (streams.public && streams.me) publishReplies({ public: streams.public, me: streams.me }, now);
    } catch (failure) {
      if (!isStopped() && failure instanceof ApiError && failure.status === 401)
        renewal = renewToken().catch(() => undefined);
      throw failure;
    }
  };
}
