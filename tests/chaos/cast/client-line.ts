import { openLine, type Line } from '../../../client/src/realtime/line.ts';
import type { News } from '../../../client/src/realtime/news.ts';
import { createServerClock } from '../../../client/src/realtime/server-clock.ts';
import { createTabFeed } from '../../../client/src/realtime/tab-feed.ts';

export interface ClientLineParts {
  /** The gateway, or the front door, that it keeps to. */
  origin: string;
  token: string;
  news: News;
  /** Called each time it was let in. */
  entered: () => void;
}

/** The client's own connection and rule, as a leading tab has them, with a token that stays the same whatever becomes of it. */
export async function openClientLine(parts: ClientLineParts): Promise<Pick<Line, 'close'>> {
  const token = () => Promise.resolve(parts.token);
  const feed = createTabFeed({
    news: parts.news,
    clock: createServerClock(Date.now, () => undefined),
    line: ({ type }) => {
      if (type === 'READY') parts.entered();
    },
    whisper: () => undefined,
    moved: () => undefined,
    sync: (stream, after) => line.sync(stream, after),
  });
  const line = await openLine({
    ...{ origin: parts.origin, token, freshToken: token, cursors: feed.cursors, ask: feed.ask },
    // It is the sockets that are put to the test.
    sync: () => Promise.reject(new Error('Nobody asks over HTTP here')),
    // It is the gateway that must keep out whoever tries on.
    ended: () => undefined,
    tell: (fact) => feed.hear(fact, true),
  });
  return line;
}
