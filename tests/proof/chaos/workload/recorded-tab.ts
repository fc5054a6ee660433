import type { Cursor, StreamEvent, StreamName } from '@cruddur/shared';
import { createLatestCounts } from '../../../../client/src/sync/cache/latest-counts.ts';
import type { CacheUpdates } from '../../../../client/src/sync/cache/cache-updates.ts';
import type { ConnectionState } from '../../../../client/src/sync/connection/connection.machine.ts';
import type { HistoryFile } from '../history/history-file.ts';
import type { EntryPoint } from '../topology/topology.ts';
import { openClientConnection } from '../../../support/client-connection.ts';

/** A signed-in tab without a screen: the client's own connection and rule, and a record of what it would show. */
export interface RecordedTab extends Disposable {
  name: string;
  sub: string;
  session: string;
  /** Its cursor in a stream; null before it was accepted. */
  cursor(stream: StreamName): Cursor | null;
  /** The likes of a crud that it last received; null without any. */
  likesOf(row: string): number | null;
}

export interface TabOptions {
  history: HistoryFile;
  name: string;
  sub: string;
  session: string;
  token: string;
  /** The origin that it is bound to. */
  entryPoint: EntryPoint;
}

export function openRecordedTab(parts: TabOptions): RecordedTab {
  const { history, name, sub, session, token, entryPoint } = parts;
  const { origin, gateway } = entryPoint;
  const latestCounts = createLatestCounts();
  const likes = new Map<string, number>();
  const cursors: Record<StreamName, Cursor | null> = { public: null, me: null };
  history.record({ type: 'opened', tab: name, sub, session, gateway });

  const cacheUpdates: Partial<CacheUpdates> = {
    applyEvent({ stream, event }) {
      const { seq, tag, kind } = event;
      cursors[stream] = { seq, tag };
      history.record({ type: 'applied', tab: name, stream, seq, tag, kind, ref: eventUuid(event) });
    },
    onSnapshot(stream, at, why) {
      cursors[stream] = at;
      if (why === 'reset') latestCounts.clear();
      history.record({ type: 'snapshot', tab: name, stream, ...at, why });
    },
    applyCounts({ activities }) {
      for (const counts of activities) {
        const fresh = latestCounts.acceptCounts(counts, { after: () => null });
        if (fresh?.likes_count !== undefined) likes.set(counts.uuid, fresh.likes_count);
      }
    },
  };

  // Reconnects with an expired token too: once refused, it must always be refused.
  const onState = ({ status }: ConnectionState) => {
    if (status === 'live') history.record({ type: 'connected', tab: name });
  };
  const connection = openClientConnection({ origin, token, cacheUpdates, onState });
  return {
    name,
    sub,
    session,
    cursor: (stream) => cursors[stream],
    likesOf: (row) => likes.get(row) ?? null,
    [Symbol.dispose]() {
      connection.close();
      history.record({ type: 'closed', tab: name });
    },
  };
}

/** The uuid that an event is about. */
function eventUuid(event: StreamEvent): string | null {
  return event.data !== null && 'uuid' in event.data ? event.data.uuid : null;
}
