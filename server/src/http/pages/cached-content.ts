import { createHash } from 'node:crypto';
import { maxAgeOf, type Cursor, type PageContent, type StreamEvent } from '@cruddur/shared';
import { firstExpiryOf, topicsOf, topicsOfEvent, type Topic } from './page-topics.ts';

/** What a cached page shows, and how long the page may be served. Times are epoch milliseconds by the server's clock. */
export interface CachedContent {
  url: string;
  /** Equal for equal contents, whatever their cursors. */
  version: string;
  /** The snapshot's position in the public stream. */
  cursor: Cursor;
  topics: ReadonlySet<Topic>;
  /** When the page's first crud expires. */
  expiresAt: number;
  /** The time in the page's texts. */
  renderedAt: number;
  /** How old that time may become, in milliseconds. */
  maxAgeMs: number;
  /** How soon the content is read again, in milliseconds. */
  readEveryMs: number;
  /** When the content was last read. */
  readAt: number;
  /** Set by an event that changes the content. */
  isOutdated: boolean;
}

/**
 * Some changes have no public event: likes and reposts, the number of replies after one was burned, and the number of a person's
 * cruds when one ends that is on a further page. They are seen at the next read.
 */
const READ_EVERY_MS = 1000;

/** Null for a refusal. */
export function describeContent(
  content: PageContent,
  { url, readAt, now }: { url: string; readAt: number; now: number },
): CachedContent | null {
  const { answer } = content;
  if (!answer.ok || !answer.cursors) return null;
  const version = createHash('sha256').update(JSON.stringify([answer.data, answer.next]));
  return {
    url,
    version: version.digest('base64'),
    cursor: answer.cursors.public,
    topics: topicsOf(content),
    expiresAt: firstExpiryOf(content),
    renderedAt: now,
    maxAgeMs: maxAgeOf(content),
    readEveryMs: content.kind === 'home' ? maxAgeOf(content) : READ_EVERY_MS,
    readAt,
    isOutdated: false,
  };
}

/** Whether the page may be served without a read of its content. A clock that was set back ends it too. */
export function isCurrent(content: CachedContent, now: number): boolean {
  const { isOutdated, readAt, readEveryMs, expiresAt } = content;
  return (
    !isOutdated && isRecent(content, now) && now >= readAt && now < Math.min(readAt + readEveryMs, expiresAt)
  );
}

/** Whether the ages in the page's texts are recent enough. */
export function isRecent({ renderedAt, maxAgeMs }: CachedContent, now: number): boolean {
  return now >= renderedAt && now < renderedAt + maxAgeMs;
}

/** Whether an event that was read after the content changes it. */
export function isChangedBy({ cursor, topics }: CachedContent, event: StreamEvent): boolean {
  if (event.seq <= cursor.seq) return false;
  const changed = topicsOfEvent(event);
  return changed === 'all' || changed.some((topic) => topics.has(topic));
}
