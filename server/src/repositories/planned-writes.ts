import { sql } from 'kysely';
import {
  MENTIONS_NOTIFIED_MAX,
  NOTIFICATION_GROUPING_MS,
  type ErrorCode,
  type ShortUser,
} from '@cruddur/shared';
import type { WritePlan } from '../domain/write-plans.ts';
import type { LogRow } from './event-bodies.ts';
import { toOperationRow, type ActorOperation } from './operations.ts';
import type { Db } from './tables.ts';

/** A plan, and the operation that it belongs to. */
export interface PlannedWrite {
  plan: WritePlan;
  operation: ActorOperation | null;
}

/** What a plan's answer and events need beside the plan itself. */
export interface WriteFacts {
  author: ShortUser | null;
  expires_at: Date | null;
  message_group_uuid: string;
  moved: boolean;
  changed: boolean;
  liked: boolean;
  reposted: boolean;
  likes_count: number;
  reposts_count: number;
}

/** A line that was appended to the log. */
export type AppendedLine = LogRow & { previous: string };

export type WriteOutcome =
  | { is: 'written'; ref: string; facts: WriteFacts; lines: AppendedLine[] }
  /** An operation that has run before. */
  | { is: 'earlier'; ref: string }
  | { is: 'refused'; code: ErrorCode }
  /** Nothing is written: the write would have to wait for a lock. */
  | { is: 'retryAlone' };

type Line = [stream: string, previous: string, seq: number, tag: string, kind: string, ref: string];

interface OutcomeRow {
  outcome: 'written' | 'earlier' | 'retryAlone' | ErrorCode;
  ref: string;
  author: ShortUser | null;
  facts: Omit<WriteFacts, 'author' | 'expires_at'> & { expires_at?: string | null };
  lines: Line[] | null;
}

/**
 * Carries out plans in one statement, which is a transaction of its own: see migrations 0016 and 0017.
 * @param waits whether it waits for locks; else a write that would have to wait is `retryAlone`
 * @returns the outcomes in the order of the writes
 */
export async function commitPlans(
  db: Db,
  writes: readonly PlannedWrite[],
  { waits, now }: { waits: boolean; now: Date },
): Promise<WriteOutcome[]> {
  const { rows } = await sql<OutcomeRow>`
    select outcome, ref, author, facts, lines
    from commit_writes(${JSON.stringify(toRows(writes))}::jsonb, ${waits}::boolean, ${now}::timestamptz)`.execute(
    db,
  );
  return rows.map((row) => toOutcome(row, now));
}

function toOutcome({ outcome, ref, author, facts, lines }: OutcomeRow, at: Date): WriteOutcome {
  switch (outcome) {
    case 'written': {
      const expires_at = facts.expires_at ? new Date(facts.expires_at) : null;
      return {
        is: 'written',
        ref,
        facts: { ...facts, author, expires_at },
        lines: (lines ?? []).map(toLine(at)),
      };
    }
    case 'earlier':
      return { is: 'earlier', ref };
    case 'retryAlone':
      return { is: 'retryAlone' };
    default:
      return { is: 'refused', code: outcome };
  }
}

const toLine =
  (at: Date) =>
  ([stream, previous, seq, tag, kind, ref]: Line): AppendedLine => ({
    stream,
    previous,
    seq,
    tag,
    kind,
    ref,
    at,
  });

/** The argument of commit_writes(): the rows of each kind. A kind without rows is absent. */
function toRows(writes: readonly PlannedWrite[]): Record<string, unknown> {
  const rows: Record<string, unknown[]> = {};
  writes.forEach(({ plan, operation }, index) => {
    const place = index + 1;
    if (operation) (rows.operations ??= []).push({ place, ...toOperationRow(operation) });
    const [kind, row] = toRow(plan);
    (rows[kind] ??= []).push({ place, ...row });
  });
  return { size: writes.length, ...rows };
}

function toRow(plan: WritePlan): [kind: string, row: object] {
  switch (plan.is) {
    case 'crud': {
      const hashtags = plan.hashtags.map((label) => ({ hashtag: label.toLowerCase(), label }));
      return ['cruds', { ...plan, hashtags, mentions_max: MENTIONS_NOTIFIED_MAX }];
    }
    case 'message': {
      const { to, ...row } = plan;
      const receiver =
        'handle' in to ? { receiver: to.handle.toLowerCase() } : { message_group: to.conversation };
      return ['messages', { ...row, ...receiver }];
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
