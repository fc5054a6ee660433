import type { MessagesPage } from '../../api/pages.ts';
import type { Bubble } from '../../components/message-groups.ts';

/** Whose side the bubbles are seen from. */
export interface Side {
  /** The viewer's `sub`. */
  own: string;
  /** How far the other person had read when the list of conversations was told. */
  read: string | null;
}

/**
 * Cached pages, newest first, as bubbles, oldest first, with what is not sent at the end. Own ones up to the other person's
 * last read one count as read.
 */
export function bubblesOf(pages: readonly MessagesPage[], pending: readonly Bubble[], side: Side): Bubble[] {
  const messages = pages.flatMap((page) => page.items);
  // Of the two that tell, the one that knows of the later message.
  const marks = [pages[0]?.head.read_uuid, side.read];
  const places = marks.map((mark) => messages.findIndex(({ uuid }) => uuid === mark));
  const readFrom = Math.min(...places.map((place) => (place === -1 ? Infinity : place)));
  const told = messages
    .map((message, index): Bubble => ({
      message,
      own: message.cognito_user_uuid === side.own,
      state: index >= readFrom ? 'read' : 'sent',
    }))
    .reverse();
  const known = new Set(messages.map(({ uuid }) => uuid));
  return [...told, ...pending.filter(({ message }) => !known.has(message.uuid))];
}
