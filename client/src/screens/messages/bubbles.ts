import type { MessagesPage } from '../../api/pages.ts';
import type { Bubble } from '../../components/message-groups.ts';

/** Cached pages, newest first, as bubbles, oldest first; own ones up to the other person's last read one count as read. */
export function bubblesOf(pages: readonly MessagesPage[], ownId: string): Bubble[] {
  const messages = pages.flatMap((page) => page.items);
  const read_uuid = pages[0]?.head.read_uuid;
  const readFrom = read_uuid ? messages.findIndex(({ uuid }) => uuid === read_uuid) : -1;
  return messages
    .map((message, index): Bubble => ({
      message,
      own: message.cognito_user_uuid === ownId,
      state: readFrom !== -1 && index >= readFrom ? 'read' : 'sent',
    }))
    .reverse();
}
