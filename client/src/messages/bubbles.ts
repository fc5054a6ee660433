import { isExpired, type DirectMessage, type ShortUser } from '@cruddur/shared';
import type { MessagesPage } from '../base/http/pages.ts';
import { isStuck, type Bubble } from './message-groups.ts';
import { useMemo } from 'react';
import { useSignedInUser } from '../base/session/session-react.tsx';
import { isKeptForRequest } from '../sync/cache/follow-requests.ts';
import { canEdit, canRetry, type OutboxItem } from '../sync/outbox/outbox-item.ts';
import { useOutboxItems } from '../sync/outbox/outbox-react.tsx';

interface BubbleViewer {
  /** The viewer's `sub`. */
  viewerId: string;
  /** The last message that the other person has read, as the list of conversations has it. */
  listedReadMark: string | null;
  /** Messages that expire until then are not shown; epoch milliseconds. */
  expiredUntil: number;
}

/**
 * Cached pages, newest first, as bubbles, oldest first. Own messages up to the other person's read mark are `read`. Waiting ones
 * are at the end, because the server will date them; stuck ones keep the place of the time at which they were written.
 */
export function toBubbles(
  pages: readonly MessagesPage[],
  pending: readonly Bubble[],
  viewer: BubbleViewer,
): Bubble[] {
  const messages = pages.flatMap((page) => page.items);
  // The page and the list each carry a read mark; the later one counts.
  const marks = [pages[0]?.head.read_uuid, viewer.listedReadMark];
  const indexes = marks.map((mark) => messages.findIndex(({ uuid }) => uuid === mark));
  const readFrom = Math.min(...indexes.map((index) => (index === -1 ? Infinity : index)));
  const loaded = messages
    .map((message, index): Bubble => ({
      message,
      own: message.cognito_user_uuid === viewer.viewerId,
      state: index >= readFrom ? 'read' : 'sent',
    }))
    // Afterwards, because the read mark may be on an expired message.
    .filter(({ message }) => !isExpired(message.expires_at, viewer.expiredUntil))
    .reverse();
  const loadedIds = new Set(messages.map(({ uuid }) => uuid));
  const undelivered = pending.filter(({ message }) => !loadedIds.has(message.uuid));
  const bubbles = undelivered.filter(isStuck).reduce(insertByTime, loaded);
  return [...bubbles, ...undelivered.filter((bubble) => !isStuck(bubble))];
}

/** Inserts a bubble after the last one that is not newer. */
function insertByTime(bubbles: Bubble[], stuck: Bubble): Bubble[] {
  const { created_at } = stuck.message;
  const after = bubbles.findLastIndex(({ message }) => message.created_at <= created_at);
  return bubbles.toSpliced(after + 1, 0, stuck);
}

/** The viewer's unsent messages of one conversation, oldest first: to the group, or to its partner by handle. */
export function usePendingBubbles(group: string | null, handle: string | undefined): Bubble[] {
  const items = useOutboxItems();
  const author = useSignedInUser();
  return useMemo(() => {
    const isInConversation = ({ act }: OutboxItem) =>
      act.kind === 'message' &&
      ((group !== null && act.group === group) || (handle !== undefined && act.handle === handle));
    return author ? items.filter(isInConversation).map((item) => toPendingBubble(item, author)) : [];
  }, [items, author, group, handle]);
}

function toPendingBubble(item: OutboxItem, author: ShortUser): Bubble {
  const { row, act, state, codes } = item;
  const message: DirectMessage = {
    ...author,
    uuid: row,
    message: act.message,
    created_at: new Date(item.at).toISOString(),
  };
  switch (state) {
    case 'queued':
    case 'sending':
      return {
        message,
        own: true,
        state: 'sending',
        isRepeated: item.attempts > (state === 'sending' ? 1 : 0),
      };
    case 'refused':
      if (isKeptForRequest(item)) return { message, own: true, state: 'kept' };
      return {
        message,
        own: true,
        state: 'failed',
        errors: codes,
        canRetry: canRetry(item),
        canEdit: canEdit(item),
      };
    case 'stale':
      return { message, own: true, state: 'stale' };
  }
}
