import { sql } from 'kysely';
import type { ErrorCode, ShortUser } from '@cruddur/shared';
import type { LogRow } from './event-bodies.ts';
import { formatPlanArguments, type PlannedWrite } from './plan-arguments.ts';
import type { Db } from './tables.ts';

/** What a plan's answer and events need beside the plan itself. */
export interface WriteFacts {
  author: ShortUser | null;
  expires_at: Date | null;
  message_group_uuid: string;
  /** The message belongs to a request. */
  is_request: boolean;
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

type SettledRow = [
  plan_index: number,
  outcome: 'written' | 'earlier' | 'retryAlone' | ErrorCode,
  ref: string,
  facts: (Partial<Omit<WriteFacts, 'author' | 'expires_at'>> & { expires_at?: string | null }) | null,
  author: ShortUser | null,
];
type CrudRow = [
  plan_index: number,
  seq: number,
  tag: string,
  expires_at: string | null,
  handle: string,
  display_name: string,
  avatar_version: number,
];
type LineRow = [
  plan_index: number,
  stream: string,
  previous: string,
  seq: number,
  tag: string,
  kind: string,
  ref: string,
];

/** What commit_plans() returns. */
interface Committed {
  /** The written cruds in order. */
  cruds: CrudRow[] | null;
  /** The tag of the public stream before the first crud. */
  previous: string;
  /** All other plans. */
  settled: SettledRow[] | null;
  /** What was appended to the streams of people. */
  lines: LineRow[] | null;
}

/** Of a write that tells nothing about them. */
export const NO_FACTS: WriteFacts = {
  author: null,
  expires_at: null,
  message_group_uuid: '',
  is_request: false,
  moved: false,
  changed: false,
  liked: false,
  reposted: false,
  likes_count: 0,
  reposts_count: 0,
};

/**
 * Carries out plans in one statement, which is a transaction of its own: see `schema/commit-plans.ts`.
 * @param waits whether it waits for locks; else a write that would have to wait is `retryAlone`
 * @param validUntil when it may be committed at the latest, by the store's clock
 * @returns the outcomes in the order of the writes
 */
export async function commitPlans(
  db: Db,
  writes: readonly PlannedWrite[],
  { waits, now, validUntil }: { waits: boolean; now: Date; validUntil: Date | undefined },
): Promise<WriteOutcome[]> {
  const isCrud = ({ plan }: PlannedWrite) => plan.is === 'crud';
  const cruds = writes.filter(isCrud);
  const others = cruds.length === writes.length ? [] : writes.filter((write) => !isCrud(write));
  const inOrder = [...cruds, ...others];
  const { rows } = await sql<{ committed: Committed }>`
    select commit_plans(${formatPlanArguments(inOrder)}, ${waits}::boolean, ${now}::timestamptz,
      ${validUntil ?? null}::timestamptz) as committed`.execute(db);
  const [row] = rows;
  if (!row) throw new Error('A commit returned nothing.');
  const outcomes = readOutcomes(row.committed, inOrder, now);
  const found = new Map(inOrder.map((write, index) => [write, outcomes[index]]));
  return writes.flatMap((write) => found.get(write) ?? []);
}

function readOutcomes(committed: Committed, writes: readonly PlannedWrite[], at: Date): WriteOutcome[] {
  const outcomes: WriteOutcome[] = [];
  const lines = linesByPlan(committed.lines ?? [], at);
  let { previous } = committed;
  for (const [planIndex, seq, tag, expires_at, handle, display_name, avatar_version] of committed.cruds ??
    []) {
    const plan = writes[planIndex - 1]?.plan;
    if (plan?.is !== 'crud') continue;
    const kind = plan.reply_to === null ? 'activity.created' : 'reply.created';
    const line = { stream: 'public', previous, seq, tag, kind, ref: plan.uuid, at };
    const author = { handle, display_name, cognito_user_uuid: plan.author, avatar_version };
    outcomes[planIndex - 1] = {
      is: 'written',
      ref: plan.uuid,
      facts: { ...NO_FACTS, author, expires_at: expires_at === null ? null : new Date(expires_at) },
      lines: [...(lines.get(planIndex) ?? []), line],
    };
    previous = tag;
  }
  for (const row of committed.settled ?? []) outcomes[row[0] - 1] = toOutcome(row, lines.get(row[0]) ?? []);
  return outcomes;
}

function linesByPlan(rows: readonly LineRow[], at: Date): Map<number, AppendedLine[]> {
  const lines = new Map<number, AppendedLine[]>();
  for (const [planIndex, stream, previous, seq, tag, kind, ref] of rows) {
    const line = { stream, previous, seq, tag, kind, ref, at };
    const known = lines.get(planIndex);
    if (known) known.push(line);
    else lines.set(planIndex, [line]);
  }
  return lines;
}

function toOutcome([, outcome, ref, facts, author]: SettledRow, lines: AppendedLine[]): WriteOutcome {
  switch (outcome) {
    case 'written': {
      const expires_at = facts?.expires_at == null ? null : new Date(facts.expires_at);
      return { is: 'written', ref, facts: { ...NO_FACTS, ...facts, expires_at, author }, lines };
    }
    case 'earlier':
      return { is: 'earlier', ref };
    case 'retryAlone':
      return { is: 'retryAlone' };
    default:
      return { is: 'refused', code: outcome };
  }
}
