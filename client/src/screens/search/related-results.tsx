import type { SearchResult } from '@cruddur/shared';
import { PersonRow } from '../../people/person-row.tsx';
import { TrendLink } from '../../frame/trend-link.tsx';

/** The people and hashtags found; a kind without a find is left out. */
export function RelatedResults({ people, hashtags }: Pick<SearchResult, 'people' | 'hashtags'>) {
  return (
    <>
      {people.length > 0 && (
        <section className="panel" aria-labelledby="found-people">
          <h2 id="found-people">People</h2>
          {people.map((person) => (
            <PersonRow key={person.handle} person={person} />
          ))}
        </section>
      )}
      {hashtags.length > 0 && (
        <section className="panel" aria-labelledby="found-hashtags">
          <h2 id="found-hashtags">Hashtags</h2>
          {hashtags.map((found) => (
            <TrendLink key={found.hashtag} {...found} />
          ))}
        </section>
      )}
    </>
  );
}
