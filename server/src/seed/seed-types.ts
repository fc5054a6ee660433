import type { Insertable } from 'kysely';
import type { LogEntry } from '../domain/events.ts';
import type { RepostsTable } from '../repositories/tables.ts';

/** An event of the sample's past, at its place among the others. */
export type SeedEvent = LogEntry & { at: Date };

/** A repost finds its place among the cruds only once these have theirs. */
export type SeedRepost = Omit<Insertable<RepostsTable>, 'pos'>;
