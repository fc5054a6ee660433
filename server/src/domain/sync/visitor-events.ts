import {
  formatCursor,
  isSameCursor,
  type Cursor,
  type StreamAnswer,
  type StreamEvent,
} from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { noMetrics, type Metrics } from '../metrics.ts';
import { textExpiresAt } from './redact-events.ts';

/** The newest events of a stream, in order and without a gap. */
export interface EventWindow {
  /** The cursor before the first event. */
  from: Cursor;
  events: readonly StreamEvent[];
  head: Cursor;
}

/** The answer to every request with the same cursor, and its JSON. */
export interface EncodedAnswer {
  answer: StreamAnswer;
  encoded: string;
}

/**
 * The newest public events for visitors, who all get the same: read at most once a second, and encoded once for each cursor. A
 * client that is further behind gets a reset and reloads its page, which costs less than all missed events.
 */
export interface VisitorEvents {
  /** @param cursor without one, only the head is answered */
  after(cursor: Cursor | undefined): Promise<EncodedAnswer>;
}

export interface VisitorEventsPorts {
  readWindow: () => Promise<EventWindow>;
  /** Must be cheap: a cursor above the known head causes a call. */
  readHead: () => Promise<Cursor>;
  clock: Clock;
  monotonicMs: () => number;
  metrics?: Metrics;
}

const BUILT_EVERY_MS = 1000;
/** The limit of all encoded answers of one window together. */
const ENCODED_MAX_CHARACTERS = 4_000_000;

interface CachedWindow extends EventWindow {
  builtAt: number;
  /** The expiry of the first text in it, in epoch milliseconds. */
  endsAt: number;
  answers: Map<number, EncodedAnswer>;
  encodedCharacters: number;
}

export function createVisitorEvents(ports: VisitorEventsPorts): VisitorEvents {
  const { readWindow, readHead, clock, monotonicMs, metrics = noMetrics } = ports;
  let cached: CachedWindow | undefined;
  let building: Promise<CachedWindow> | undefined;

  async function buildWindow(): Promise<CachedWindow> {
    const builtAt = monotonicMs();
    const recent = await readWindow();
    const endsAt = Math.min(...recent.events.map(textExpiresAt));
    return (cached = { ...recent, builtAt, endsAt, answers: new Map(), encodedCharacters: 0 });
  }

  const buildOnce = () => (building ??= buildWindow().finally(() => (building = undefined)));

  function currentWindow(): Promise<CachedWindow> {
    const isFresh =
      cached && monotonicMs() - cached.builtAt < BUILT_EVERY_MS && clock.now().getTime() < cached.endsAt;
    return cached && isFresh ? Promise.resolve(cached) : buildOnce();
  }

  /** A cursor above the cached head may be newer than the cache. An invented one costs a read of the head. */
  async function windowContaining(cursor: Cursor): Promise<CachedWindow> {
    const current = await currentWindow();
    if (cursor.seq <= current.head.seq || cursor.seq > (await readHead()).seq) return current;
    const next = await buildOnce();
    // A build that was under way may have read the log before the cursor's event was written.
    return cursor.seq <= next.head.seq ? next : buildOnce();
  }

  return {
    async after(cursor) {
      if (cursor === undefined)
        return encode({ events: [], head: headOf(await currentWindow()), more: false });
      const window = await windowContaining(cursor);
      const known = window.answers.get(cursor.seq);
      const start = indexAfter(window, cursor);
      if (start === null) return encode({ reset: true, head: headOf(window) });
      metrics.countEvent('cruddur_sync_answers_total', { cache: known ? 'hit' : 'miss' });
      if (known) return known;
      const events = window.events.slice(start);
      const answer = encode({ events, head: headOf(window), more: false });
      cacheAnswer(window, cursor.seq, answer);
      return answer;
    },
  };
}

const headOf = ({ head }: EventWindow) => formatCursor(head);
const encode = (answer: StreamAnswer): EncodedAnswer => ({ answer, encoded: JSON.stringify(answer) });

function cacheAnswer(window: CachedWindow, seq: number, answer: EncodedAnswer): void {
  window.encodedCharacters += answer.encoded.length;
  if (window.encodedCharacters <= ENCODED_MAX_CHARACTERS) window.answers.set(seq, answer);
}

/** The index of the first event after a cursor; null when the window does not contain the cursor. */
function indexAfter({ from, events }: EventWindow, cursor: Cursor): number | null {
  if (isSameCursor(cursor, from)) return 0;
  const index = cursor.seq - from.seq - 1;
  return events[index]?.tag === cursor.tag ? index + 1 : null;
}
