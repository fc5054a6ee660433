import type { HashtagCount, ShortUser } from '@cruddur/shared';

export const TRENDS_MAX = 5;

/** The specification's sample entries, shown while there is too little of our own. */
export const SAMPLE_TRENDS: readonly HashtagCount[] = [
  { hashtag: '100DaysOfCloud', count: 2053 },
  { hashtag: 'CloudProject', count: 8253 },
  { hashtag: 'AWS', count: 9053 },
  { hashtag: 'FreeWillyReboot', count: 7753 },
];

export const SAMPLE_SUGGESTED: ShortUser = {
  handle: 'andrewbrown',
  display_name: 'Andrew Brown',
  cognito_user_uuid: '00000000-0000-4000-8000-000000000000',
  avatar_version: 0,
};
