import * as z from 'zod/mini';
import { activity } from './activities.ts';
import { SEARCH_TERM_MAX, SEARCH_WORDS_MAX } from './limits.ts';
import { shortUser } from './people.ts';
import { count, notBlank, optionalText, rule } from './primitives.ts';
import { countCharacters } from './text/counting.ts';
import { wordsOfTerm } from './text/search-term.ts';

export const hashtagCount = z.object({ hashtag: z.string(), count });
export type HashtagCount = z.infer<typeof hashtagCount>;

export const searchResult = z.object({
  people: z.array(shortUser),
  activities: z.array(activity),
  hashtags: z.array(hashtagCount),
});
export type SearchResult = z.infer<typeof searchResult>;

const searchTerm = optionalText.check(
  notBlank('search_term_blank'),
  rule(
    (term) => countCharacters(term) <= SEARCH_TERM_MAX && wordsOfTerm(term).length <= SEARCH_WORDS_MAX,
    'search_term_too_long',
  ),
);

/** The calls that find people, cruds and hashtags. */
export const searchCalls = {
  search: {
    summary: 'Search people, cruds and hashtags',
    access: 'person',
    budget: 'lookup',
    snapshot: true,
    query: z.object({ term: searchTerm }),
    output: searchResult,
    errors: ['search_term_blank', 'search_term_too_long'],
  },
  trends: {
    summary: 'List the most used hashtags of unexpired cruds',
    access: 'person',
    budget: 'read',
    output: z.array(hashtagCount),
    errors: [],
  },
} as const;
