import {
  NOTIFICATION_GROUPING_MS,
  type Activity,
  type PublicActivity,
  type ShortUser,
  type StreamEvent,
} from '@cruddur/shared';
import {
  repliesTo,
  type ActivityRow,
  type LogRow,
  type MessageRow,
  type NotificationRow,
  type Rows,
} from './rows.ts';

const CLOCK_SKEW_MS = 1000;

export function shortUserOf(rows: Rows, sub: string): ShortUser {
  const person = rows.people.get(sub);
  if (!person) throw new Error(`there is no person ${sub}`);
  return {
    handle: person.handle,
    display_name: person.display_name,
    cognito_user_uuid: sub,
    avatar_version: 0,
  };
}

export const isUnexpired = ({ expires_at }: { expires_at: Date | null }, now: Date): boolean =>
  expires_at === null || expires_at > now;

function publicActivityOf(rows: Rows, row: ActivityRow): PublicActivity {
  return {
    uuid: row.uuid,
    ...shortUserOf(rows, row.author),
    message: row.message,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at?.toISOString() ?? null,
    replies_count: repliesTo(rows, row.uuid).length,
    reposts_count: row.reposts.size,
    likes_count: row.likes.size,
    reply_to_activity_uuid: row.reply_to,
  };
}

export function activityOf(rows: Rows, row: ActivityRow, viewer: string | null): Activity {
  const marks = { liked: row.likes.has(viewer ?? ''), reposted: row.reposts.has(viewer ?? '') };
  return { ...publicActivityOf(rows, row), ...marks };
}

export function messageOf(rows: Rows, row: MessageRow) {
  return {
    uuid: row.uuid,
    ...shortUserOf(rows, row.author),
    message: row.message,
    ...(row.removed_at && { removed: true as const }),
    ...(row.expires_at && { expires_at: row.expires_at.toISOString() }),
    created_at: row.created_at.toISOString(),
  };
}

/** The people whose mark is grouped into a notification. */
function countOthers(
  rows: Rows,
  { recipient, activity, reason, actor, created_at }: NotificationRow,
): number {
  if (reason !== 'like' && reason !== 'repost') return 0;
  const row = rows.activities.get(activity);
  const marks = reason === 'like' ? row?.likes : row?.reposts;
  const hasOwn = (person: string) =>
    [...rows.notifications.values()].some(
      (one) =>
        one.recipient === recipient &&
        one.activity === activity &&
        one.reason === reason &&
        one.actor === person,
    );
  return [...(marks ?? [])].filter(([person, at]) => {
    const after = at.getTime() - created_at.getTime();
    const isGrouped = after >= -CLOCK_SKEW_MS && after <= NOTIFICATION_GROUPING_MS;
    return person !== actor && person !== recipient && isGrouped && !hasOwn(person);
  }).length;
}

function notificationOf(rows: Rows, row: NotificationRow, now: Date): object | undefined {
  const activity = rows.activities.get(row.activity);
  if (!activity || !isUnexpired(activity, now)) return undefined;
  const others = countOthers(rows, row);
  return {
    ...activityOf(rows, activity, row.recipient),
    reason: row.reason,
    actor: shortUserOf(rows, row.actor),
    notified_at: row.created_at.toISOString(),
    unread: true,
    ...(others > 0 && { others }),
  };
}

function bodyOf(rows: Rows, { stream, kind, ref }: LogRow, now: Date): unknown {
  const activity = rows.activities.get(ref);
  const message = rows.messages.get(ref);
  switch (kind) {
    case 'activity.created':
    case 'reply.created':
      return activity && isUnexpired(activity, now) ? publicActivityOf(rows, activity) : undefined;
    case 'activity.deleted': {
      const nested = rows.nested.get(ref);
      return nested ? { uuid: ref, nested } : { uuid: ref };
    }
    case 'activity.mine': {
      if (!activity || !isUnexpired(activity, now)) return undefined;
      const owner = stream.slice('user:'.length);
      return { uuid: ref, liked: activity.likes.has(owner), reposted: activity.reposts.has(owner) };
    }
    case 'notifications.read': {
      const own = [...rows.notifications.values()].filter(({ recipient }) => recipient === ref);
      const counted = own.filter((one) => notificationOf(rows, one, now) !== undefined);
      return { unread: counted.length };
    }
    case 'notification.created': {
      const notification = rows.notifications.get(ref);
      return notification && notificationOf(rows, notification, now);
    }
    case 'message.created':
      return message && isUnexpired(message, now)
        ? { ...messageOf(rows, message), message_group_uuid: message.group }
        : undefined;
    case 'message.removed':
      return message && { uuid: ref, message_group_uuid: message.group };
    default:
      return undefined;
  }
}

/** The event of a line, as of a time: one without its row keeps its position only. */
export function eventOf(rows: Rows, line: LogRow, now: Date): StreamEvent {
  const { seq, tag, kind, at } = line;
  const position = { seq, tag, at: at.toISOString() };
  const data = bodyOf(rows, line, now);
  // Each kind has the body of its kind; the compiler cannot follow that through `bodyOf`.
  return (
    data === undefined ? { ...position, kind: 'void', data: null } : { ...position, kind, data }
  ) as StreamEvent;
}
