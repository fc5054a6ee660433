import { SAMPLE_SUGGESTED, SAMPLE_TRENDS, TRENDS_MAX } from './samples.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';

/** Hashtags of living cruds by use; the samples fill in while there are few. */
export async function trends(ports: Ports): AnswerOf<'trends'> {
  const live = await ports.people.hashtags(ports.clock.now(), TRENDS_MAX);
  const taken = new Set(live.map(({ hashtag }) => hashtag.toLowerCase()));
  const filler = SAMPLE_TRENDS.filter(({ hashtag }) => !taken.has(hashtag.toLowerCase()));
  return { data: [...live, ...filler].slice(0, TRENDS_MAX) };
}

/** People who were active lately; the sample fills in while there is nobody. */
export async function suggestedUsers(
  ports: Ports,
  { viewer }: CallOf<'suggestedUsers'>,
): AnswerOf<'suggestedUsers'> {
  const active = await ports.people.active(viewer.sub, ports.clock.now(), 3);
  return { data: active.length > 0 ? active : [SAMPLE_SUGGESTED] };
}
