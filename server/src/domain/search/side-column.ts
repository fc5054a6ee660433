import type { HashtagCount, ShortUser } from '@cruddur/shared';
import { SAMPLE_SUGGESTED, SAMPLE_TRENDS, TRENDS_MAX } from './sample-side-column.ts';
import type { Ports } from '../ports.ts';
import { cacheFor } from '../cache-for.ts';
import type { Answer, CallOf } from '../use-case.ts';

/** Every tab asks once a minute, and all get the same: so old an answer may be. */
const CACHE_MS = 30_000;
const SUGGESTED_MAX = 3;
/** The viewer is left out, and who was erased since. */
const EXTRA_AUTHORS = 7;

export interface SideColumnUseCases {
  trends: () => Promise<Answer<HashtagCount[]>>;
  suggestedUsers: (call: CallOf<'suggestedUsers'>) => Promise<Answer<ShortUser[]>>;
}

export function createSideColumnUseCases({
  people,
  clock,
}: Pick<Ports, 'people' | 'clock'>): SideColumnUseCases {
  const mostUsed = cacheFor(clock, CACHE_MS, () => people.listHashtags(clock.now(), TRENDS_MAX));
  const latestAuthors = cacheFor(clock, CACHE_MS, () =>
    people.findLatestAuthors(clock.now(), SUGGESTED_MAX + EXTRA_AUTHORS),
  );
  return {
    /** Hashtags of living cruds by use; the samples fill in while there are few. */
    async trends() {
      const live = await mostUsed();
      const taken = new Set(live.map(({ hashtag }) => hashtag.toLowerCase()));
      const filler = SAMPLE_TRENDS.filter(({ hashtag }) => !taken.has(hashtag.toLowerCase()));
      return { data: [...live, ...filler].slice(0, TRENDS_MAX) };
    },

    /** People who were active lately; the sample fills in while there is nobody. Only who they are is remembered. */
    async suggestedUsers({ viewer }) {
      const subs = await latestAuthors();
      const active = await people.findUnerased(subs.filter((sub) => sub !== viewer.sub));
      return { data: active.length > 0 ? active.slice(0, SUGGESTED_MAX) : [SAMPLE_SUGGESTED] };
    },
  };
}
