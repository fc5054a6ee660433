import { parseCursor, type Counts, type Cursor, type StreamEvent } from '@cruddur/shared';
import type { ActivityPatch } from './cached-lists.ts';

/** More cruds than this are not shown at once; to forget a version costs a moment's older number at most. */
const MAX_VERSIONS = 2000;

/** Which counts are news, by their versions: gateways tell them by different ways. */
export interface LatestCounts {
  /**
   * What counts change, or null when later ones are known.
   * @param after the public events after a place; null when they are not all known
   */
  acceptCounts(counts: Counts, after: (place: Cursor) => readonly StreamEvent[] | null): ActivityPatch | null;
  clear(): void;
}

export function createLatestCounts(): LatestCounts {
  const versions = new Map<string, number>();
  return {
    acceptCounts(counts, after) {
      const { uuid, version, likes_count, reposts_count } = counts;
      if ((versions.get(uuid) ?? -Infinity) >= version) return null;
      if (versions.size >= MAX_VERSIONS) versions.clear();
      versions.set(uuid, version);
      const replies = currentRepliesCount(counts, after);
      return { likes_count, reposts_count, ...(replies !== null && { replies_count: replies }) };
    },
    clear: () => versions.clear(),
  };
}

/** Replies are events too, which pages count as they come: those after the counts' place are added, so none counts twice. */
function currentRepliesCount(
  { uuid, replies_count, as_of }: Counts,
  after: (place: Cursor) => readonly StreamEvent[] | null,
): number | null {
  const place = parseCursor(as_of);
  const later = place && after(place);
  if (!later) return null;
  const isReply = (event: StreamEvent) =>
    event.kind === 'reply.created' && event.data.reply_to_activity_uuid === uuid;
  return replies_count + later.filter(isReply).length;
}
