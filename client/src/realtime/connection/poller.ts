import type { StreamAnswer, WireCursors } from '@cruddur/shared';
import { ApiError } from '../../api/api-error.ts';
import type { HttpSync } from './http-sync.ts';
import { STREAMS, type WireEvent } from '../stream/wire-event.ts';

/** How long it waits between answers, in milliseconds; without an answer twice as long each time, up to the longest. */
const POLL_EVERY_MS = 2500;
const MAX_INTERVAL_MS = 5000;

export interface PollerParts {
  sync: HttpSync;
  cursors: () => Partial<WireCursors>;
  onWireEvent: (fact: WireEvent) => void;
  /** A new token, or null when nobody is signed in any more. */
  freshToken: () => Promise<string | null>;
  /** The server has ended this session for good. */
  onSessionEnded: () => void;
  /** Told after each question. */
  onPollResult: (isAnswered: boolean) => void;
}

/** Brings the news by plain questions while no socket can be had. */
export interface Poller {
  isOn(): boolean;
  start: () => void;
  /** Asks at once, if it is on. */
  pollNow(): void;
  stop(): void;
}

export function createPoller({
  sync,
  cursors,
  onWireEvent,
  freshToken,
  onSessionEnded,
  onPollResult,
}: PollerParts): Poller {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let failureCount = 0;
  /** The token that was to help when the last question was refused. */
  let refused: string | null = null;

  async function poll(signal: AbortSignal): Promise<void> {
    const isOver = () => signal.aborted;
    clearTimeout(timer);
    try {
      const known = cursors();
      const isWhole = STREAMS.every((stream) => known[stream] !== undefined);
      const { now, streams } = await sync(isWhole ? known : {});
      if (isOver()) return;
      failureCount = 0;
      refused = null;
      onPollResult(true);
      if (streams.public && streams.me) publishAnswers({ public: streams.public, me: streams.me }, now);
    } catch (failure) {
      if (isOver()) return;
      failureCount += 1;
      onPollResult(false);
      if (failure instanceof ApiError && failure.status === 401) await renew();
      if (isOver()) return;
    }
    timer = setTimeout(() => void poll(signal), Math.min(POLL_EVERY_MS * 2 ** failureCount, MAX_INTERVAL_MS));
  }

  /** A provider that is away renews nothing, and proves nothing: only a new token that fares no better is of a session that ended. */
  async function renew(): Promise<void> {
    const token = await freshToken();
    if (refused !== null && token !== null && token !== refused) onSessionEnded();
    refused = token;
  }

  function publishAnswers(answers: Record<(typeof STREAMS)[number], StreamAnswer>, now: string): void {
    const heads = { public: answers.public.head, me: answers.me.head };
    if ('reset' in answers.public || 'reset' in answers.me) {
      onWireEvent({ kind: 'ready', heads, now, mode: 'reset' });
      return;
    }
    for (const stream of STREAMS) {
      const answer = answers[stream];
      if ('events' in answer && answer.events.length > 0)
        onWireEvent({ kind: 'events', stream, events: answer.events });
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
      clearTimeout(timer);
      failureCount = 0;
    },
  };
}
