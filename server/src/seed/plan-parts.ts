import type { Insertable } from 'kysely';
import type { LogEntry } from '../domain/streams.ts';
import type { RepostsTable } from '../repositories/tables.ts';

/** An event of the sample with its time. */
export type SeedEvent = LogEntry & { at: Date };

/** A repost without `pos`, which is known once the cruds are appended to the log. */
export type SeedRepost = Omit<Insertable<RepostsTable>, 'pos'>;

/** @throws Error for a handle that is not in the sample */
export function subOf(subs: ReadonlyMap<string, string>, handle: string): string {
  const sub = subs.get(handle);
  if (sub === undefined) throw new Error(`The sample has no person ${handle}.`);
  return sub;
}

/** The time at a share of the interval, 0 to 1. */
export function dateBetween(from: Date, to: Date, share: number): Date {
  return new Date(from.getTime() + Math.floor((to.getTime() - from.getTime()) * share));
}
