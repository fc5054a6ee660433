import type { Activity } from '@cruddur/shared';
import type { PageOf } from '../activities/ports.ts';
import type { View } from '../paging.ts';

export interface SearchReads {
  /** Unexpired cruds and replies that have all the words, the last one as a beginning, newest first. */
  searchActivities(words: readonly string[], view: View): Promise<PageOf<Activity[]>>;
  /** Unexpired cruds and replies with a hashtag, whatever its case, newest first. */
  findByHashtag(hashtag: string, view: View): Promise<PageOf<Activity[]>>;
}
