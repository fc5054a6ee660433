import {
  MENTIONS_NOTIFIED_MAX,
  NOTIFIED_TOGETHER_MS,
  mentionsOf,
  rowIdOf,
  type Reason,
} from '@cruddur/shared';
import { userStream, type LogEntry } from '../events.ts';
import type { WriteUnit } from '../ports.ts';
import type { Mark } from './ports.ts';

/** What happened: somebody made or marked a crud. */
export interface Deed {
  uuid: string;
  /** Who did it. */
  author: string;
  at: Date;
}

/** Tells one person of a deed, unless it is their own or they know. The id follows from the deed, so it is made once. */
export async function notify(
  unit: WriteUnit,
  deed: Deed,
  to: { recipient: string; reason: Reason },
): Promise<LogEntry[]> {
  if (to.recipient === deed.author) return [];
  const uuid = rowIdOf(to.recipient, `${to.reason} ${deed.uuid} ${deed.author} ${deed.at.getTime()}`);
  const made = await unit.notifications.insert({
    uuid,
    recipient: to.recipient,
    activity: deed.uuid,
    reason: to.reason,
    actor: deed.author,
    created_at: deed.at,
  });
  return made ? [{ stream: userStream(to.recipient), kind: 'notification.created', ref: uuid }] : [];
}

/**
 * Tells the author of a mark on their crud, unless they were told of such a one within the last ten seconds: that one then
 * counts this one too. Marks of one crud wait for each other, so of those that race one is the first.
 */
export async function notifyMarked(
  unit: WriteUnit,
  deed: Deed,
  { recipient, reason }: { recipient: string; reason: Mark },
): Promise<LogEntry[]> {
  const since = new Date(deed.at.getTime() - NOTIFIED_TOGETHER_MS);
  const isTold = await unit.notifications.isToldSince({ recipient, activity: deed.uuid, reason }, since);
  return isTold ? [] : notify(unit, deed, { recipient, reason });
}

/** Tells those mentioned in a text, ten at most; `except` hears of it otherwise. */
export async function notifyMentioned(
  unit: WriteUnit,
  deed: Deed,
  { text, except }: { text: string; except?: string },
): Promise<LogEntry[]> {
  const subs = await unit.people.subsOf(mentionsOf(text));
  const told = subs.filter((sub) => sub !== except).slice(0, MENTIONS_NOTIFIED_MAX);
  const entries = await Promise.all(
    told.map((recipient) => notify(unit, deed, { recipient, reason: 'mention' })),
  );
  return entries.flat();
}
