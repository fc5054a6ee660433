import type { Cursor } from '@cruddur/shared';
import type { StreamId, Stretch } from '../domain/events.ts';
import type { StreamLog } from '../domain/ports.ts';

/** A log that asks the store once for what many want at the same time, as after a restart when everybody returns. */
export function shareQuestions(log: StreamLog): StreamLog {
  return { heads: shareHeads(log), read: shareReads(log) };
}

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

/** Equal questions at the same time get the same answer. */
function shareReads(log: StreamLog): StreamLog['read'] {
  const underWay = new Map<string, Promise<Stretch>>();
  return (stream, after, limit) => {
    const key = `${stream} ${after.seq}.${after.tag} ${limit}`;
    const asked = underWay.get(key);
    if (asked) return asked;
    const answer = log.read(stream, after, limit).finally(() => underWay.delete(key));
    underWay.set(key, answer);
    return answer;
  };
}
