import type { Cursor } from '@cruddur/shared';
import type { StreamId, StreamPage } from '../domain/events.ts';
import type { StreamLog } from '../domain/ports.ts';
import type { Clock } from '../domain/clock.ts';
import { textExpiresAt } from './redact-expired.ts';
import type { Timers } from '../domain/timers.ts';

/** A log that asks the store once for what many want at the same time, as after a restart when everybody returns. */
export function coalesceReads(log: StreamLog, time: { clock: Clock; timers: Timers }): StreamLog {
  return { readHeads: coalesceHeadReads(log), readPage: coalescePageReads(log, time) };
}

/** A crowd comes one by one: who asks so soon after somebody for what has happened is given the same answer. */
const REUSE_MS = 250;

/** One question is under way at a time; those that come meanwhile go together in the next. */
function coalesceHeadReads(log: StreamLog): StreamLog['readHeads'] {
  let waiting = new Set<StreamId>();
  let inFlight: Promise<unknown> = Promise.resolve();
  let nextAnswer: Promise<Map<StreamId, Cursor>> | undefined;

  async function readNext(before: Promise<unknown>): Promise<Map<StreamId, Cursor>> {
    await before.catch(() => undefined);
    const streams = [...waiting];
    waiting = new Set();
    nextAnswer = undefined;
    return log.readHeads(streams);
  }

  return (streams) => {
    for (const stream of streams) waiting.add(stream);
    if (!nextAnswer) inFlight = nextAnswer = readNext(inFlight);
    return nextAnswer;
  };
}

/** Equal questions at the same time get the same answer, the very same list of events. */
function coalescePageReads(
  log: StreamLog,
  { clock, timers }: { clock: Clock; timers: Timers },
): StreamLog['readPage'] {
  const answers = new Map<string, Promise<StreamPage>>();

  async function readOnce(key: string, question: Parameters<StreamLog['readPage']>): Promise<StreamPage> {
    const forget = () => void answers.delete(key);
    const answer = await log.readPage(...question).catch((error: unknown) => {
      forget();
      throw error;
    });
    const keptMs = reusableMs(answer, clock.now().getTime());
    if (keptMs > 0) timers.after(keptMs, forget);
    else forget();
    return answer;
  }

  return (...question) => {
    const [stream, after, limit] = question;
    const key = `${stream} ${after.seq}.${after.tag} ${limit}`;
    const known = answers.get(key);
    if (known) return known;
    const answer = readOnce(key, question);
    answers.set(key, answer);
    return answer;
  };
}

/** What has happened stays true until a text of it burns out; that nothing has, or that all is different, does not. */
function reusableMs(answer: StreamPage, nowMs: number): number {
  if ('reset' in answer || answer.events.length === 0) return 0;
  return Math.min(REUSE_MS, ...answer.events.map((event) => textExpiresAt(event) - nowMs));
}
