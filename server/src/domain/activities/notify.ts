import {
  MENTIONS_NOTIFIED_MAX,
  NOTIFICATION_GROUPING_MS,
  mentionsOf,
  rowIdOf,
  type NotificationReason,
} from '@cruddur/shared';
import { userStream, type LogEntry } from '../events.ts';
import type { NewNotificationRow } from '../notifications/ports.ts';
import type { WriteUnit } from '../ports.ts';
import type { Mark } from './ports.ts';

/** What happened: somebody made or marked a crud. */
export interface NotifiableAction {
  uuid: string;
  /** Who did it. */
  author: string;
  at: Date;
}

interface Recipient {
  recipient: string;
  reason: NotificationReason;
}

/** Tells one person of a deed, unless it is their own or they know. */
export async function notifyRecipient(
  unit: WriteUnit,
  action: NotifiableAction,
  to: Recipient,
): Promise<LogEntry[]> {
  if (to.recipient === action.author) return [];
  const row = rowOf(action, to);
  return (await unit.notifications.insert(row)) ? [entryOf(row)] : [];
}

/** The id follows from the deed, so the row is made once. */
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
 * Tells the author of a mark on their crud, unless they were told of such a one within the last ten seconds: that one then
 * counts this one too. Marks of one crud wait for each other, so of those that race one is the first.
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

/** Tells those mentioned in a text, ten at most; `except` hears of it otherwise. */
export async function notifyMentioned(
  unit: WriteUnit,
  action: NotifiableAction,
  { text, except }: { text: string; except?: string },
): Promise<LogEntry[]> {
  const subs = await unit.people.subsOf(mentionsOf(text));
  const recipients = subs.filter((sub) => sub !== except).slice(0, MENTIONS_NOTIFIED_MAX);
  const entries = await Promise.all(
    recipients.map((recipient) => notifyRecipient(unit, action, { recipient, reason: 'mention' })),
  );
  return entries.flat();
}
