import type { PublicActivity, StreamEvent } from '@cruddur/shared';
import { userStream, type Envelope } from '../domain/streams.ts';
import type { CrudPlan, MarkResult, WritePlan } from '../domain/write-plans.ts';
import { buildEvents } from './event-bodies.ts';
import type { AppendedLine, WriteFacts } from './planned-writes.ts';
import type { Db } from './tables.ts';

/** A plan that was carried out. */
export interface WrittenPlan {
  plan: WritePlan;
  facts: WriteFacts;
  lines: readonly AppendedLine[];
}

/**
 * The envelopes of each plan. The bodies of new rows and of marks follow from the plan and the facts of its commit. Others are read
 * after the commit, as a gateway reads them that catches up.
 */
export async function buildPlannedEnvelopes(
  db: Db,
  written: readonly WrittenPlan[],
  now: Date,
): Promise<Envelope[][]> {
  const unknown: AppendedLine[] = [];
  const known = new Map<AppendedLine, StreamEvent>();
  for (const { plan, facts, lines } of written) {
    for (const line of lines) {
      const body = bodyOf(plan, facts, line);
      if (body === undefined) unknown.push(line);
      else known.set(line, toEvent(line, body));
    }
  }
  const events = unknown.length > 0 ? await buildEvents(db, unknown, now) : [];
  unknown.forEach((line, index) => {
    const event = events[index];
    if (event) known.set(line, event);
  });
  return written.map(({ lines }) =>
    lines.flatMap((line) => {
      const event = known.get(line);
      return event ? [{ stream: line.stream as Envelope['stream'], previous: line.previous, event }] : [];
    }),
  );
}

function toEvent({ seq, tag, at, kind }: AppendedLine, data: unknown): StreamEvent {
  return { seq, tag, at: at.toISOString(), kind, data } as StreamEvent;
}

function bodyOf(plan: WritePlan, facts: WriteFacts, { kind, stream }: AppendedLine): unknown {
  const { author } = facts;
  if (plan.is === 'crud' && author && kind !== 'notification.created')
    return newActivityOf(plan, { ...facts, author });
  if (plan.is === 'message' && author && kind === 'message.created') {
    const { uuid, message, created_at } = plan;
    const { message_group_uuid, expires_at, is_request } = facts;
    return {
      uuid,
      ...author,
      message,
      ...(expires_at && { expires_at: expires_at.toISOString() }),
      created_at: created_at.toISOString(),
      message_group_uuid,
      ...(is_request && stream !== userStream(plan.author) && { request: true }),
    };
  }
  if (plan.is === 'mark' && kind === 'activity.mine') {
    return { uuid: plan.activity, liked: facts.liked, reposted: facts.reposted };
  }
  return undefined;
}

/** A new crud has no marks and no replies: they wait for its commit. */
function newActivityOf(
  plan: CrudPlan,
  { author, expires_at }: WriteFacts & { author: NonNullable<WriteFacts['author']> },
): PublicActivity {
  return {
    uuid: plan.uuid,
    ...author,
    message: plan.message,
    created_at: plan.created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    replies_count: 0,
    reposts_count: 0,
    likes_count: 0,
    reply_to_activity_uuid: plan.reply_to,
  };
}

export function markResultOf(plan: WritePlan, facts: WriteFacts): MarkResult {
  const { changed, liked, reposted, likes_count, reposts_count } = facts;
  const uuid = plan.is === 'mark' ? plan.activity : '';
  return { changed, marks: { uuid, liked, reposted, likes_count, reposts_count } };
}
