import type { Insertable } from 'kysely';
import type { LogEntry } from '../domain/streams.ts';
import type { RepostsTable } from '../repositories/tables.ts';

/** An event of the sample with its time. */
export type SeedEvent = LogEntry & { at: Date };

/** A repost without `pos`, which is known once the cruds are appended to the log. */
export type SeedRepost = Omit<Insertable<RepostsTable>, 'pos'>;
