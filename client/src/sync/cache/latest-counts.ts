import { parseCursor, type Counts, type Cursor, type StreamEvent } from '@cruddur/shared';
import type { ActivityPatch } from './cached-lists.ts';

/** More cruds than this are never shown at once; a dropped version may show an outdated number for a moment. */
const MAX_VERSIONS = 2000;

/** Drops outdated counts by their versions, because gateways deliver them in different orders. */
export interface LatestCounts {
  /**
   * The patch for the counts, or null when later ones are known.
   * @param after the public events after a position; null when some of them are unknown
   */
  acceptCounts(
    counts: Counts,
    after: (position: Cursor) => readonly StreamEvent[] | null,
  ): ActivityPatch | null;
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

/** Pages count replies by their events, so the replies after the counts' position are added, and each counts once. */
function currentRepliesCount(
  { uuid, replies_count, as_of }: Counts,
  after: (position: Cursor) => readonly StreamEvent[] | null,
): number | null {
  const position = parseCursor(as_of);
  const later = position && after(position);
  if (!later) return null;
  const isReply = (event: StreamEvent) =>
    event.kind === 'reply.created' && event.data.reply_to_activity_uuid === uuid;
  return replies_count + later.filter(isReply).length;
}
