import {
  MENTIONS_NOTIFIED_MAX,
  NOTIFICATION_GROUPING_MS,
  mentionsOf,
  rowIdOf,
  type NotificationReason,
} from '@cruddur/shared';
import { userStream, type LogEntry } from '../streams.ts';
import type { NewNotificationRow } from '../notifications/ports.ts';
import type { WriteUnit } from '../ports.ts';
import type { Mark } from './ports.ts';

/** The creation or marking of a crud. */
export interface NotifiableAction {
  /** The crud. */
  uuid: string;
  /** The person who created or marked it. */
  author: string;
  at: Date;
}

interface Recipient {
  recipient: string;
  reason: NotificationReason;
}

/** Notifies one person of an action, unless it is theirs or they have the notification already. */
export async function notifyRecipient(
  unit: WriteUnit,
  action: NotifiableAction,
  to: Recipient,
): Promise<LogEntry[]> {
  if (to.recipient === action.author) return [];
  const row = rowOf(action, to);
  return (await unit.notifications.insert(row)) ? [entryOf(row)] : [];
}

/** The id is derived from the action, so the row is inserted once. */
function rowOf(action: NotifiableAction, { recipient, reason }: Recipient): NewNotificationRow {
  return {
    uuid: rowIdOf(recipient, `${reason} ${action.uuid} ${action.author} ${action.at.getTime()}`),
    recipient,
    activity: action.uuid,
    reason,
    actor: action.author,
    created_at: action.at,
  };
}

function entryOf({ recipient, uuid }: NewNotificationRow): LogEntry {
  return { stream: userStream(recipient), kind: 'notification.created', ref: uuid };
}

/**
 * Notifies the author of a mark on their crud, unless they have a notification of the same kind from the last
 * `NOTIFICATION_GROUPING_MS`: that one then counts this mark too. Marks of one crud wait for each other, so concurrent marks
 * cannot both insert a first notification.
 */
export async function notifyMarked(
  unit: WriteUnit,
  action: NotifiableAction,
  to: { recipient: string; reason: Mark },
): Promise<LogEntry[]> {
  if (to.recipient === action.author) return [];
  const since = new Date(action.at.getTime() - NOTIFICATION_GROUPING_MS);
  const row = rowOf(action, to);
  return (await unit.notifications.insertUnlessNotified(row, since)) ? [entryOf(row)] : [];
}

/** Notifies the people mentioned in a text, ten at most. @param mention `except` is notified for another reason */
export async function notifyMentioned(
  unit: WriteUnit,
  action: NotifiableAction,
  mention: { text: string; except?: string },
): Promise<LogEntry[]> {
  const subs = await unit.people.subsOf(mentionsOf(mention.text));
  const recipients = subs.filter((sub) => sub !== mention.except).slice(0, MENTIONS_NOTIFIED_MAX);
  const entries = await Promise.all(
    recipients.map((recipient) => notifyRecipient(unit, action, { recipient, reason: 'mention' })),
  );
  return entries.flat();
}
