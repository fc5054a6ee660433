import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCall } from '../api/api-react.tsx';
import { searchOnceQuery } from '../cache/queries.ts';
import type { FetchSuggestions } from '../crud/suggest.ts';

/** As many as fit below a text on a phone. */
const MAX_SUGGESTIONS = 5;

/** Suggests people and hashtags with the site's search. */
export function useSuggest(): FetchSuggestions {
  const call = useCall();
  const client = useQueryClient();
  return useCallback(
    async ({ sign, term }) => {
      const { people, hashtags } = await client.query(searchOnceQuery(call, sign + term));
      return sign === '@'
        ? people.slice(0, MAX_SUGGESTIONS).map((person) => ({ kind: 'person', word: person.handle, person }))
        : hashtags
            .slice(0, MAX_SUGGESTIONS)
            .map(({ hashtag, count }) => ({ kind: 'hashtag', word: hashtag, count }));
    },
    [call, client],
  );
}
