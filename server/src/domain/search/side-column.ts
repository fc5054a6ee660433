import type { HashtagCount, ShortUser } from '@cruddur/shared';
import type { Ports } from '../ports.ts';
import { cacheFor } from '../cache-for.ts';
import { shareNextRead } from '../share-next-read.ts';
import type { Answer, CallOf } from '../use-case.ts';

/** The age of a cached answer: every tab requests it once a minute, and all tabs get the same. */
const CACHE_MS = 30_000;
const TRENDS_MAX = 5;
const SUGGESTED_MAX = 3;
/** Spare authors, because the viewer, muted people and those who were erased since are left out. */
const EXTRA_AUTHORS = 7;

/** The specification's sample entries, shown while there are too few hashtags. */
const SAMPLE_TRENDS: readonly HashtagCount[] = [
  { hashtag: '100DaysOfCloud', count: 2053 },
  { hashtag: 'CloudProject', count: 8253 },
  { hashtag: 'AWS', count: 9053 },
  { hashtag: 'FreeWillyReboot', count: 7753 },
];

const SAMPLE_SUGGESTED: ShortUser = {
  handle: 'andrewbrown',
  display_name: 'Andrew Brown',
  cognito_user_uuid: '00000000-0000-4000-8000-000000000000',
  avatar_version: 0,
};

export interface SideColumnUseCases {
  trends: () => Promise<Answer<HashtagCount[]>>;
  suggestedUsers: (call: CallOf<'suggestedUsers'>) => Promise<Answer<ShortUser[]>>;
}

export function createSideColumnUseCases({
  people,
  mutes,
  clock,
}: Pick<Ports, 'people' | 'mutes' | 'clock'>): SideColumnUseCases {
  const mostUsed = cacheFor(clock, CACHE_MS, () => people.listHashtags(clock.now(), TRENDS_MAX));
  const findLiving = shareNextRead((hashtags: readonly string[]) =>
    people.findLivingHashtags(clock.now(), hashtags),
  );
  const latestAuthors = cacheFor(clock, CACHE_MS, () =>
    people.findLatestAuthors(clock.now(), SUGGESTED_MAX + EXTRA_AUTHORS),
  );
  return {
    /** The most used hashtags of unexpired cruds, filled up with samples. Ranks and counts are cached, and no hashtag outlives its cruds. */
    async trends() {
      const cached = await mostUsed();
      const living = await findLiving(cached.map(({ hashtag }) => hashtag));
      const used = cached.filter(({ hashtag }) => living.has(hashtag));
      const usedNames = new Set(used.map(({ hashtag }) => hashtag.toLowerCase()));
      const samples = SAMPLE_TRENDS.filter(({ hashtag }) => !usedNames.has(hashtag.toLowerCase()));
      return { data: [...used, ...samples].slice(0, TRENDS_MAX) };
    },

    /**
     * Recently active people but the viewer and whom the viewer has muted; if there are none, the sample, or the person who has its
     * handle. Only subs are cached, not profiles.
     */
    async suggestedUsers({ viewer }) {
      const [subs, muted] = await Promise.all([
        latestAuthors(),
        mutes.listMutedPeople(viewer.sub, clock.now()),
      ]);
      const findOthers = (all: readonly string[]) =>
        people.findVisible(
          all.filter((sub) => sub !== viewer.sub && !muted.includes(sub)),
          viewer.sub,
        );
      const active = await findOthers(subs);
      if (active.length > 0) return { data: active.slice(0, SUGGESTED_MAX) };
      const namesake = await people.findByHandle(SAMPLE_SUGGESTED.handle);
      return { data: namesake ? await findOthers([namesake.cognito_user_uuid]) : [SAMPLE_SUGGESTED] };
    },
  };
}
