import type { SeedRepost } from './seed-types.ts';
import type { SampleCrud } from './sample-crud.ts';
import { dateBetween } from './sample-subs.ts';

interface ReactionContext {
  crud: { uuid: string; author: string; created_at: Date };
  /** The subs of everybody. */
  people: readonly string[];
  /** Where in the round of people this crud's readers begin, so that it is not always the same ones. */
  offset: number;
  now: Date;
}

/** Who liked and reposted a crud, and when: as many as the sample says, never its author. */
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
