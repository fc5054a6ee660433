import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useCall } from '../api/api-react.tsx';
import { searchOnceQuery } from '../cache/queries.ts';
import type { FetchSuggestions } from '../crud/suggest.ts';

/** So many fit below a text on a phone. */
const SHOWN = 5;

/** Suggests people and hashtags by the search that everybody has. */
export function useSuggest(): FetchSuggestions {
  const call = useCall();
  const client = useQueryClient();
  return useCallback(
    async ({ sign, term }) => {
      const { people, hashtags } = await client.query(searchOnceQuery(call, sign + term));
      return sign === '@'
        ? people.slice(0, SHOWN).map((person) => ({ kind: 'person', word: person.handle, person }))
        : hashtags.slice(0, SHOWN).map(({ hashtag, count }) => ({ kind: 'hashtag', word: hashtag, count }));
    },
    [call, client],
  );
}
