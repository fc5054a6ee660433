import type { Activity, SearchWord } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface SearchReads {
  /** Unexpired cruds and replies that contain all words, the last one as a prefix, newest first. */
  searchActivities(words: readonly SearchWord[], view: View): Promise<PageOf<Activity[]>>;
  /** Unexpired cruds and replies with a hashtag, case-insensitive, newest first. */
  findByHashtag(hashtag: string, view: View): Promise<PageOf<Activity[]>>;
}
