import { sql, type RawBuilder } from 'kysely';
import { MENTIONS_NOTIFIED_MAX, NOTIFICATION_GROUPING_MS, REQUEST_MESSAGES_MAX } from '@cruddur/shared';
import type { CrudPlan, WritePlan } from '../domain/write-plans.ts';
import { toTerms } from './search-terms.ts';
import type { ActorOperation } from './operations.ts';

/** A plan, and the operation that it belongs to. */
export interface PlannedWrite {
  plan: WritePlan;
  operation: ActorOperation | null;
}

/**
 * A commit's plans as the arguments of commit_plans(): cruds as arrays, which PostgreSQL reads faster than JSON, and the others as
 * JSON with their index in the commit, counted from 1.
 * @param writes cruds first
 */
export function formatPlanArguments(writes: readonly PlannedWrite[]): RawBuilder<unknown> {
  const cruds = writes.flatMap(({ plan }) => (plan.is === 'crud' ? plan : []));
  const actors = writes.map(({ plan, operation }) => (plan.is === 'crud' ? plan.author : operation?.actor));
  const hashtags = cruds.flatMap((plan, index) => listHashtags(plan, index + 1));
  const mentions = cruds.flatMap((plan, index) => listMentions(plan, index + 1));
  const others = listOthers(writes, cruds.length);
  return sql`
    ${toUuids(actors)}::uuid[], ${writes.map(({ operation }) => operation?.operation.id)}::text[],
    ${writes.map(({ operation }) => operation?.operation.fingerprint)}::text[],
    ${toUuids(cruds.map(({ uuid }) => uuid))}::uuid[], ${cruds.map(({ message }) => message)}::text[],
    ${toUuids(cruds.map(({ reply_to }) => reply_to))}::uuid[],
    ${toTimes(cruds.map(({ created_at }) => created_at))}::timestamptz[],
    ${toTimes(cruds.map(({ expires_at }) => expires_at))}::timestamptz[],
    ${toJsonOrNull(hashtags)}::jsonb, ${toJsonOrNull(mentions)}::jsonb, ${MENTIONS_NOTIFIED_MAX}::int,
    ${others && JSON.stringify(others)}::jsonb, ${cruds.map(({ message }) => toTerms(message))}::text[]`;
}

/** Literals of arrays: the driver would look for characters to escape in each element, which these cannot have. */
const toUuids = (uuids: readonly (string | null | undefined)[]) =>
  `{${uuids.map((uuid) => uuid ?? 'null').join()}}`;
const toTimes = (times: readonly (Date | null)[]) =>
  `{${times.map((time) => time?.toISOString() ?? 'null').join()}}`;

const toJsonOrNull = (rows: readonly object[]) => (rows.length > 0 ? JSON.stringify(rows) : null);

const listHashtags = ({ hashtags }: CrudPlan, plan_index: number) =>
  hashtags.map((label) => ({ plan_index, hashtag: label.toLowerCase(), label }));
const listMentions = ({ mentions }: CrudPlan, plan_index: number) =>
  mentions.map((handle, nth) => ({ plan_index, nth, handle }));

/** The plans that are no cruds, by kind; null when there are none. A kind without plans is absent. */
function listOthers(writes: readonly PlannedWrite[], from: number): Record<string, object[]> | null {
  if (writes.length === from) return null;
  const rows: Record<string, object[]> = {};
  writes.slice(from).forEach(({ plan }, index) => {
    const [kind, row] = toRow(plan);
    (rows[kind] ??= []).push({ plan_index: from + index + 1, ...row });
  });
  return rows;
}

function toRow(plan: WritePlan): [kind: string, row: object] {
  switch (plan.is) {
    case 'crud':
      throw new Error('A crud follows another plan.');
    case 'message': {
      const { to, startLimits, ...row } = plan;
      const receiver =
        'handle' in to ? { receiver: to.handle.toLowerCase() } : { message_group: to.conversation };
      const options = {
        requested_max: REQUEST_MESSAGES_MAX,
        starts_max: startLimits?.perDay,
        young_starts_max: startLimits?.ofYoungAccount,
      };
      return ['messages', { ...row, ...receiver, options }];
    }
    case 'mark': {
      const notified_since = new Date(plan.created_at.getTime() - NOTIFICATION_GROUPING_MS);
      return ['marks', { ...plan, is_set: plan.isSet, notified_since }];
    }
    case 'read': {
      const { conversation: message_group, reader, upTo: up_to, isAnnounced: is_announced } = plan;
      return ['reads', { message_group, reader, up_to, is_announced }];
    }
  }
}
