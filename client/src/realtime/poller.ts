import type { StreamAnswer, WireCursors } from '@cruddur/shared';
import type { HttpSync } from './http-sync.ts';
import { STREAMS, type WireFact } from './wire-fact.ts';

/** How long it waits between answers, in milliseconds; without an answer twice as long each time, up to the longest. */
const POLL_EVERY_MS = 2500;
const LONGEST_MS = 5000;

export interface PollerParts {
  sync: HttpSync;
  cursors: () => Partial<WireCursors>;
  tell: (fact: WireFact) => void;
  /** Told after each question. */
  answered: (isAnswered: boolean) => void;
}

/** Brings the news by plain questions while no socket can be had. */
export interface Poller {
  isOn(): boolean;
  start: () => void;
  /** Asks at once, if it is on. */
  hurry(): void;
  stop(): void;
}

export function createPoller({ sync, cursors, tell, answered }: PollerParts): Poller {
  let running: AbortController | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let silent = 0;

  async function poll(signal: AbortSignal): Promise<void> {
    clearTimeout(timer);
    try {
      const known = cursors();
      const isWhole = STREAMS.every((stream) => known[stream] !== undefined);
      const { now, streams } = await sync(isWhole ? known : {});
      if (signal.aborted) return;
      silent = 0;
      answered(true);
      if (streams.public && streams.me) bring({ public: streams.public, me: streams.me }, now);
    } catch {
      if (signal.aborted) return;
      silent += 1;
      answered(false);
    }
    timer = setTimeout(() => void poll(signal), Math.min(POLL_EVERY_MS * 2 ** silent, LONGEST_MS));
  }

  function bring(answers: Record<(typeof STREAMS)[number], StreamAnswer>, now: string): void {
    const heads = { public: answers.public.head, me: answers.me.head };
    if ('reset' in answers.public || 'reset' in answers.me) {
      tell({ kind: 'ready', heads, now, mode: 'reset' });
      return;
    }
    for (const stream of STREAMS) {
      const answer = answers[stream];
      if ('events' in answer && answer.events.length > 0)
        tell({ kind: 'events', stream, events: answer.events });
    }
    tell({ kind: 'head', heads, now });
  }

  function start(): void {
    running?.abort();
    running = new AbortController();
    void poll(running.signal);
  }

  return {
    start,
    isOn: () => running !== null,
    hurry() {
      if (running) start();
    },
    stop() {
      running?.abort();
      running = null;
      clearTimeout(timer);
      silent = 0;
    },
  };
}
