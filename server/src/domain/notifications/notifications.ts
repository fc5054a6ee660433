import { parseCursor } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { userStream } from '../streams.ts';
import type { Ports } from '../ports.ts';
import { unreadEntry } from './unread-entry.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The viewer's notifications of replies, mentions, likes and reposts, newest first. */
export function listNotifications(ports: Ports, call: CallOf<'notifications'>): AnswerOf<'notifications'> {
  return ports.notifications.readPage(call.viewer.sub, createView(ports.clock, call.viewer, call.page));
}

/** Marks all notifications up to a cursor of the viewer's stream as read, in all tabs. @throws Refusal cursor_invalid */
export async function markNotificationsRead(
  ports: Ports,
  { viewer, body }: CallOf<'markNotificationsRead'>,
): AnswerOf<'markNotificationsRead'> {
  const cursor = parseCursor(body.before);
  const stream = userStream(viewer.sub);
  const head = (await ports.log.readHeads([stream])).get(stream);
  if (!cursor || !head || cursor.seq > head.seq) throw new Refusal('cursor_invalid');
  const { envelopes } = await ports.store.runChange(viewer.sub, async (unit) => {
    const moved = await unit.notifications.markRead(viewer.sub, cursor.seq);
    return { result: null, entries: moved ? [unreadEntry(viewer.sub)] : [] };
  });
  ports.deliver(envelopes);
  const { unread } = await ports.notifications.countUnread(viewer.sub, ports.clock.now());
  return { data: { unread } };
}
