import type { MessagesPage } from '../../api/pages.ts';
import type { Bubble } from '../../message/message-groups.ts';

/** Whose side the bubbles are seen from. */
export interface BubbleViewer {
  /** The viewer's `sub`. */
  viewerId: string;
  /** How far the other person had read when the list of conversations was told. */
  read: string | null;
}

/**
 * Cached pages, newest first, as bubbles, oldest first, with what is not sent at the end. Own ones up to the other person's
 * last read one count as read.
 */
export function toBubbles(
  pages: readonly MessagesPage[],
  pending: readonly Bubble[],
  side: BubbleViewer,
): Bubble[] {
  const messages = pages.flatMap((page) => page.items);
  // Of the two that tell, the one that knows of the later message.
  const marks = [pages[0]?.head.read_uuid, side.read];
  const places = marks.map((mark) => messages.findIndex(({ uuid }) => uuid === mark));
  const readFrom = Math.min(...places.map((place) => (place === -1 ? Infinity : place)));
  const loaded = messages
    .map((message, index): Bubble => ({
      message,
      own: message.cognito_user_uuid === side.viewerId,
      state: index >= readFrom ? 'read' : 'sent',
    }))
    .reverse();
  const known = new Set(messages.map(({ uuid }) => uuid));
  return [...loaded, ...pending.filter(({ message }) => !known.has(message.uuid))];
}
