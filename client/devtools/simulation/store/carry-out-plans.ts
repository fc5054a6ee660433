import { MENTIONS_NOTIFIED_MAX, NOTIFICATION_GROUPING_MS, type ErrorCode } from '@cruddur/shared';
import { PUBLIC_STREAM, userStream, type LogEntry } from '../../../../server/src/domain/streams.ts';
import type { CrudPlan, MarkPlan, MessagePlan } from '../../../../server/src/domain/write-plans.ts';
import type { PlanRequest } from '../../../../server/src/repositories/commit.ts';
import { NO_FACTS, type WriteFacts } from '../../../../server/src/repositories/planned-writes.ts';
import { isUnexpired, shortUserOf } from './bodies.ts';
import { append, newUuid, type AppendedRow, type NotificationRow, type Rows } from './rows.ts';

export type Outcome =
  | { is: 'written'; ref: string; facts: WriteFacts; lines: AppendedRow[] }
  | { is: 'earlier'; ref: string }
  | { is: 'refused'; code: ErrorCode };

/** A plan that can be written: its events for the streams of people, and for a crud that of the public one. */
interface Accepted {
  is: 'accepted';
  ref: string;
  facts: WriteFacts;
  entries: LogEntry[];
  publicEntry: LogEntry | null;
}

const refuse = (code: ErrorCode): Outcome => ({ is: 'refused', code });

export const operationKey = (actor: string, id: string): string => `${actor} ${id}`;

/** Carries out the plans of one commit, cruds first, as commit_plans() does. */
export function carryOutPlans(rows: Rows, requests: readonly PlanRequest[], now: Date): Outcome[] {
  const inOrder = [
    ...requests.filter(({ plan }) => plan.is === 'crud'),
    ...requests.filter(({ plan }) => plan.is !== 'crud'),
  ];
  const results = new Map(inOrder.map((request) => [request, writeRows(rows, request, now)]));
  const accepted = inOrder.flatMap((request) => {
    const result = results.get(request);
    return result?.is === 'accepted' ? [{ request, result }] : [];
  });
  const lines = new Map<PlanRequest, AppendedRow[]>();
  for (const { request, result } of accepted) lines.set(request, append(rows, result.entries, now));
  for (const { request, result } of accepted)
    if (result.publicEntry) lines.get(request)?.push(...append(rows, [result.publicEntry], now));
  return requests.map((request): Outcome => {
    const result = results.get(request);
    if (!result) throw new Error('a plan has no outcome');
    if (result.is !== 'accepted') return result;
    return { is: 'written', ref: result.ref, facts: result.facts, lines: lines.get(request) ?? [] };
  });
}

function writeRows(rows: Rows, { plan, operation }: PlanRequest, now: Date): Accepted | Outcome {
  if (operation) {
    const earlier = rows.operations.get(operationKey(operation.actor, operation.operation.id));
    if (earlier)
      return earlier.fingerprint === operation.operation.fingerprint
        ? { is: 'earlier', ref: earlier.ref }
        : refuse('operation_id_reused');
  }
  const result = writeRow(rows, plan, now);
  if (result.is === 'accepted' && operation) {
    const { actor, operation: one } = operation;
    rows.operations.set(operationKey(actor, one.id), { fingerprint: one.fingerprint, ref: result.ref });
  }
  return result;
}

function writeRow(rows: Rows, plan: PlanRequest['plan'], now: Date): Accepted | Outcome {
  switch (plan.is) {
    case 'crud':
      return writeCrud(rows, plan, now);
    case 'message':
      return writeMessage(rows, plan);
    case 'mark':
      return writeMark(rows, plan, now);
    case 'read':
      throw new Error('read marks are not modelled');
  }
}

function writeCrud(rows: Rows, plan: CrudPlan, now: Date): Accepted | Outcome {
  const parent = plan.reply_to === null ? null : rows.activities.get(plan.reply_to);
  if (parent === undefined)
    return refuse(rows.burned.has(plan.reply_to ?? '') ? 'activity_expired' : 'activity_not_found');
  if (parent && !isUnexpired(parent, now)) return refuse('activity_expired');
  if (rows.activities.has(plan.uuid)) return refuse('operation_id_reused');
  const expires_at = parent ? parent.expires_at : plan.expires_at;
  const { uuid, author, message, created_at, reply_to } = plan;
  const marks = { likes: new Map<string, Date>(), reposts: new Map<string, Date>() };
  rows.activities.set(uuid, {
    ...{ uuid, author, message, created_at, expires_at, reply_to },
    ...{ ...marks, pos: 0, version: 0 },
  });
  const kind = reply_to === null ? 'activity.created' : 'reply.created';
  return {
    is: 'accepted',
    ref: uuid,
    facts: { ...NO_FACTS, author: shortUserOf(rows, author), expires_at },
    entries: notifyOfCrud(rows, plan, parent?.author ?? null),
    publicEntry: { stream: PUBLIC_STREAM, kind, ref: uuid },
  };
}

/** Notifies the author of the parent, and the mentioned people in the order of the text. */
function notifyOfCrud(rows: Rows, plan: CrudPlan, parentAuthor: string | null): LogEntry[] {
  const mentioned = plan.mentions
    .flatMap((handle) => [...rows.people.values()].filter((person) => person.handle === handle))
    .filter(({ sub, erased_at }) => erased_at === null && sub !== parentAuthor)
    .slice(0, MENTIONS_NOTIFIED_MAX)
    .map(({ sub }) => ({ sub, reason: 'mention' as const }));
  const recipients = [
    ...(parentAuthor === null ? [] : [{ sub: parentAuthor, reason: 'reply' as const }]),
    ...mentioned,
  ];
  return recipients
    .filter(({ sub }) => sub !== plan.author)
    .map(({ sub, reason }) =>
      notify(rows, {
        recipient: sub,
        activity: plan.uuid,
        reason,
        actor: plan.author,
        created_at: plan.created_at,
      }),
    );
}

function notify(rows: Rows, row: Omit<NotificationRow, 'uuid' | 'seq'>): LogEntry {
  const uuid = newUuid(rows);
  rows.notifications.set(uuid, { ...row, uuid, seq: 0 });
  return { stream: userStream(row.recipient), kind: 'notification.created', ref: uuid };
}

function writeMessage(rows: Rows, plan: MessagePlan): Accepted | Outcome {
  const { author, uuid, message, created_at, to } = plan;
  const found = 'conversation' in to ? findConversation(rows, to.conversation, author) : undefined;
  if ('conversation' in to && !found) return refuse('message_group_not_found');
  const other =
    'handle' in to
      ? [...rows.people.values()].find(({ handle }) => handle === to.handle.toLowerCase())?.sub
      : found?.members.find((member) => member !== author);
  if (other === undefined || other === author) return refuse('user_reciever_handle_blank');
  if (rows.messages.has(uuid)) return refuse('operation_id_reused');
  const known = found ?? findPair(rows, author, other);
  const group = known ?? { uuid: newUuid(rows), members: sortPair(author, other), head: 0 };
  rows.groups.set(group.uuid, group);
  rows.messages.set(uuid, {
    ...{ uuid, group: group.uuid, author, message, created_at },
    ...{ expires_at: null, removed_at: null, pos: 0 },
  });
  return {
    is: 'accepted',
    ref: known ? uuid : `${uuid} in ${group.uuid}`,
    facts: { ...NO_FACTS, author: shortUserOf(rows, author), message_group_uuid: group.uuid },
    entries: [author, other].map((sub) => ({ stream: userStream(sub), kind: 'message.created', ref: uuid })),
    publicEntry: null,
  };
}

const sortPair = (one: string, other: string): readonly [string, string] =>
  one < other ? [one, other] : [other, one];

function findConversation(rows: Rows, uuid: string, member: string) {
  const group = rows.groups.get(uuid);
  return group?.members.includes(member) ? group : undefined;
}

function findPair(rows: Rows, one: string, other: string) {
  const [first, second] = sortPair(one, other);
  return [...rows.groups.values()].find(({ members: [a, b] }) => a === first && b === second);
}

function writeMark(rows: Rows, plan: MarkPlan, now: Date): Accepted | Outcome {
  const { activity: uuid, person, mark, isSet, created_at } = plan;
  const activity = rows.activities.get(uuid);
  if (!activity) return refuse(rows.burned.has(uuid) ? 'activity_expired' : 'activity_not_found');
  if (!isUnexpired(activity, now)) return refuse('activity_expired');
  const marks = mark === 'like' ? activity.likes : activity.reposts;
  const changed = marks.has(person) !== isSet;
  if (changed && isSet) marks.set(person, created_at);
  if (changed && !isSet) marks.delete(person);
  if (changed) activity.version += 1;
  const mine: LogEntry = { stream: userStream(person), kind: 'activity.mine', ref: uuid };
  const entries = changed ? [...changeMarkNotification(rows, plan, activity.author), mine] : [];
  return {
    is: 'accepted',
    ref: '',
    facts: {
      ...NO_FACTS,
      changed,
      liked: activity.likes.has(person),
      reposted: activity.reposts.has(person),
      likes_count: activity.likes.size,
      reposts_count: activity.reposts.size,
    },
    entries,
    publicEntry: null,
  };
}

/** One notification per ten seconds, crud and kind of mark; it is deleted with its mark. */
function changeMarkNotification(rows: Rows, plan: MarkPlan, author: string): LogEntry[] {
  const { activity, person: actor, mark: reason, isSet, created_at } = plan;
  const ofMark = [...rows.notifications.values()].filter(
    (one) => one.activity === activity && one.reason === reason,
  );
  if (!isSet) {
    for (const one of ofMark) if (one.actor === actor) rows.notifications.delete(one.uuid);
    return [];
  }
  const since = created_at.getTime() - NOTIFICATION_GROUPING_MS;
  const isGrouped = ofMark.some((one) => one.recipient === author && one.created_at.getTime() > since);
  const isKnown = ofMark.some((one) => one.recipient === author && one.actor === actor);
  if (actor === author || isGrouped || isKnown) return [];
  return [notify(rows, { recipient: author, activity, reason, actor, created_at })];
}
