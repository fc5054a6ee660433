import type { Cursor } from '@cruddur/shared';
import type { StreamId, Stretch } from '../domain/events.ts';
import type { StreamLog } from '../domain/ports.ts';
import type { Clock } from '../domain/clock.ts';
import { burnsAt } from './burned.ts';
import type { Timers } from './timers.ts';

/** A log that asks the store once for what many want at the same time, as after a restart when everybody returns. */
export function shareQuestions(log: StreamLog, time: { clock: Clock; timers: Timers }): StreamLog {
  return { heads: shareHeads(log), read: shareReads(log, time) };
}

/** A crowd comes one by one: who asks so soon after somebody for what has happened is given the same answer. */
const KEPT_MS = 250;

/** One question is under way at a time; those that come meanwhile go together in the next. */
function shareHeads(log: StreamLog): StreamLog['heads'] {
  let waiting = new Set<StreamId>();
  let underWay: Promise<unknown> = Promise.resolve();
  let nextAnswer: Promise<Map<StreamId, Cursor>> | undefined;

  async function askNext(before: Promise<unknown>): Promise<Map<StreamId, Cursor>> {
    await before.catch(() => undefined);
    const streams = [...waiting];
    waiting = new Set();
    nextAnswer = undefined;
    return log.heads(streams);
  }

  return (streams) => {
    for (const stream of streams) waiting.add(stream);
    if (!nextAnswer) underWay = nextAnswer = askNext(underWay);
    return nextAnswer;
  };
}

/** Equal questions at the same time get the same answer, the very same list of events. */
function shareReads(log: StreamLog, { clock, timers }: { clock: Clock; timers: Timers }): StreamLog['read'] {
  const answers = new Map<string, Promise<Stretch>>();

  async function ask(key: string, question: Parameters<StreamLog['read']>): Promise<Stretch> {
    const forget = () => void answers.delete(key);
    const answer = await log.read(...question).catch((error: unknown) => {
      forget();
      throw error;
    });
    const keptMs = worthMs(answer, clock.now().getTime());
    if (keptMs > 0) timers.after(keptMs, forget);
    else forget();
    return answer;
  }

  return (...question) => {
    const [stream, after, limit] = question;
    const key = `${stream} ${after.seq}.${after.tag} ${limit}`;
    const known = answers.get(key);
    if (known) return known;
    const answer = ask(key, question);
    answers.set(key, answer);
    return answer;
  };
}

/** What has happened stays true until a text of it burns out; that nothing has, or that all is different, does not. */
function worthMs(answer: Stretch, nowMs: number): number {
  if ('reset' in answer || answer.events.length === 0) return 0;
  return Math.min(KEPT_MS, ...answer.events.map((event) => burnsAt(event) - nowMs));
}
