import type { Cursor, StreamEvent, StreamName } from '@cruddur/shared';
import { createCountsBook } from '../../../client/src/realtime/counts-book.ts';
import type { News } from '../../../client/src/realtime/news.ts';
import type { HistoryFile } from '../history/history-file.ts';
import type { Door } from '../topology/topology.ts';
import { openClientLine } from './client-line.ts';

/** A signed-in tab without a screen: the client's own connection and rule, and a record of all that it would show. */
export interface Tab extends Disposable {
  name: string;
  sub: string;
  session: string;
  /** Where it stands in a stream; null before it was let in. */
  cursor(stream: StreamName): Cursor | null;
  /** How many like a crud, by what it was told last; null when it was told nothing. */
  likesOf(row: string): number | null;
}

export interface TabParts {
  history: HistoryFile;
  name: string;
  sub: string;
  session: string;
  token: string;
  /** What it keeps to. */
  door: Door;
  /** The client's own line, or a sabotaged one. */
  open?: typeof openClientLine;
}

export async function openTab(parts: TabParts): Promise<Tab> {
  const { history, name, sub, session, token, door, open = openClientLine } = parts;
  const { origin, gateway } = door;
  const book = createCountsBook();
  const likes = new Map<string, number>();
  const cursors: Record<StreamName, Cursor | null> = { public: null, me: null };
  history.note({ type: 'opened', tab: name, sub, session, gateway });

  const news: News = {
    hear({ stream, event }) {
      const { seq, tag, kind } = event;
      cursors[stream] = { seq, tag };
      history.note({ type: 'applied', tab: name, stream, seq, tag, kind, ref: refOf(event) });
    },
    adopted(stream, at, why) {
      cursors[stream] = at;
      if (why === 'reset') book.forget();
      history.note({ type: 'adopted', tab: name, stream, ...at, why });
    },
    arrived: () => undefined,
    returned: () => undefined,
    counts({ activities }) {
      for (const counts of activities) {
        const fresh = book.take(counts, () => null);
        if (fresh?.likes_count !== undefined) likes.set(counts.uuid, fresh.likes_count);
      }
    },
  };

  // Also with a token that is over it comes back: what refused it once must refuse it always.
  const entered = () => history.note({ type: 'entered', tab: name });
  const line = await open({ origin, token, news, entered });
  return {
    ...{ name, sub, session },
    cursor: (stream) => cursors[stream],
    likesOf: (row) => likes.get(row) ?? null,
    [Symbol.dispose]() {
      line.close();
      history.note({ type: 'left', tab: name });
    },
  };
}

/** The uuid of what an event is about. */
function refOf(event: StreamEvent): string | null {
  return event.data !== null && 'uuid' in event.data ? event.data.uuid : null;
}
