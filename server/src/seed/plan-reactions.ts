import type { SeedRepost } from './seed-types.ts';
import type { SampleCrud } from './sample-crud.ts';
import { dateBetween } from './sample-subs.ts';

interface ReactionContext {
  crud: { uuid: string; author: string; created_at: Date };
  /** The subs of all sample people. */
  people: readonly string[];
  /** The index of the first reader among the others, so that readers vary from crud to crud. */
  offset: number;
  now: Date;
}

/** The likes and reposts of a crud, in the sample's number, by people other than its author. */
export function planReactions(sample: SampleCrud, { crud, people, offset, now }: ReactionContext) {
  const others = people.filter((sub) => sub !== crud.author);
  const readers = others.map((_, index) => others[(index + offset) % others.length] ?? crud.author);
  const toReaction = (person: string, index: number): SeedRepost => ({
    activity: crud.uuid,
    person,
    created_at: dateBetween(crud.created_at, now, (index + 1) / (others.length + 2)),
  });
  return {
    likes: readers.slice(0, sample.likes).map(toReaction),
    reposts: readers.slice(0, sample.reposts).map(toReaction),
  };
}
