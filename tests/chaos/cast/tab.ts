import { setTimeout as pause } from 'node:timers/promises';
import type { Cursor, StreamEvent, StreamName } from '@cruddur/shared';
import type { News } from '../../../client/src/realtime/news.ts';
import { createServerClock } from '../../../client/src/realtime/server-clock.ts';
import { openSocket, type LiveConnection, type SocketReport } from '../../../client/src/realtime/socket.ts';
import type { HistoryFile } from '../history/history-file.ts';

/** A signed-in tab without a screen: the client's own connection and rule, and a record of all that it would show. */
export interface Tab extends Disposable {
  name: string;
  sub: string;
  session: string;
  /** Where it stands in a stream; null before it was let in. */
  cursor(stream: StreamName): Cursor | null;
}

export interface TabParts {
  history: HistoryFile;
  name: string;
  sub: string;
  session: string;
  token: string;
  /** The gateway, or the front door, that it keeps to. */
  origin: string;
  /** The client's `openSocket`, or a sabotaged one. */
  open?: typeof openSocket;
}

/** As the client waits after a first refusal, in milliseconds. */
const AFTER_REFUSAL_MS = 500;

export async function openTab(parts: TabParts): Promise<Tab> {
  const { history, name, sub, session, token, origin, open = openSocket } = parts;
  const cursors: Record<StreamName, Cursor | null> = { public: null, me: null };
  let closed = false;
  let connection: LiveConnection | null = null;
  history.note({ type: 'opened', tab: name, sub, session });

  const news: News = {
    hear({ stream, event }) {
      const { seq, tag, kind } = event;
      cursors[stream] = { seq, tag };
      history.note({ type: 'applied', tab: name, stream, seq, tag, kind, ref: refOf(event) });
    },
    adopted(stream, at, why) {
      cursors[stream] = at;
      history.note({ type: 'adopted', tab: name, stream, ...at, why });
    },
    arrived: () => undefined,
    counts: () => undefined,
  };

  async function comeBack(): Promise<void> {
    await pause(AFTER_REFUSAL_MS);
    if (!closed) connection?.reconnect();
  }

  function report(event: SocketReport): void {
    if (event.type === 'READY') history.note({ type: 'entered', tab: name });
    // Also with a token that is over: what refused it once must refuse it always.
    if (event.type === 'REFUSED') void comeBack();
  }

  const clock = createServerClock(Date.now);
  connection = await open({ ...{ origin, news, clock, report }, token: () => Promise.resolve(token) });
  return {
    ...{ name, sub, session },
    cursor: (stream) => cursors[stream],
    [Symbol.dispose]() {
      closed = true;
      connection.close();
      history.note({ type: 'left', tab: name });
    },
  };
}

/** The uuid of what an event is about. */
function refOf(event: StreamEvent): string | null {
  return event.data !== null && 'uuid' in event.data ? event.data.uuid : null;
}
