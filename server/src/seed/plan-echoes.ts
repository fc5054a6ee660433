import type { PastRepost } from './past.ts';
import type { SampleCrud } from './sample-crud.ts';
import { between } from './sample-subs.ts';

interface Setting {
  crud: { uuid: string; author: string; created_at: Date };
  /** The subs of everybody. */
  people: readonly string[];
  /** Where in the round of people this crud's readers begin, so that it is not always the same ones. */
  turn: number;
  now: Date;
}

/** Who liked and reposted a crud, and when: as many as the sample says, never its author. */
export function planEchoes(sample: SampleCrud, { crud, people, turn, now }: Setting) {
  const others = people.filter((sub) => sub !== crud.author);
  const round = others.map((_, index) => others[(index + turn) % others.length] ?? crud.author);
  const echo = (person: string, index: number): PastRepost => ({
    activity: crud.uuid,
    person,
    created_at: between(crud.created_at, now, (index + 1) / (others.length + 2)),
  });
  return {
    likes: round.slice(0, sample.likes).map(echo),
    reposts: round.slice(0, sample.reposts).map(echo),
  };
}
