import { parseCursor, type Counts, type StreamEvent, type EventHistory } from '@cruddur/shared';
import type { ActivityPatch } from './cached-lists.ts';

/** More cruds than this are never shown at once; a dropped version may show an outdated number for a moment. */
const MAX_VERSIONS = 2000;

/** Drops outdated counts by their versions, because gateways deliver them in different orders. */
export interface LatestCounts {
  /**
   * The patch for the counts, or null when later ones are known.
   * @param history of the public stream; without the counts' position, replies that this tab has not received would count twice
   */
  acceptCounts(counts: Counts, history: Pick<EventHistory, 'after'>): ActivityPatch | null;
  clear(): void;
}

export function createLatestCounts(): LatestCounts {
  const versions = new Map<string, number>();
  return {
    acceptCounts(counts, history) {
      const { uuid, version, likes_count, reposts_count } = counts;
      if ((versions.get(uuid) ?? -Infinity) >= version) return null;
      if (versions.size >= MAX_VERSIONS) versions.clear();
      versions.set(uuid, version);
      const replies = currentRepliesCount(counts, history);
      return { likes_count, reposts_count, ...(replies !== null && { replies_count: replies }) };
    },
    clear: () => versions.clear(),
  };
}

/** Pages count replies by their events, so the replies after the counts' position are added, and each counts once. */
function currentRepliesCount(
  { uuid, replies_count, as_of }: Counts,
  history: Pick<EventHistory, 'after'>,
): number | null {
  const position = parseCursor(as_of);
  const later = position && history.after(position);
  if (!later) return null;
  const isReply = (event: StreamEvent) =>
    event.kind === 'reply.created' && event.data.reply_to_activity_uuid === uuid;
  return replies_count + later.filter(isReply).length;
}
