import type { SearchResult } from '@cruddur/shared';
import { EmptyState } from '../../components/blank-state.tsx';
import { fullCount } from '../../components/counts.ts';
import { PersonRow } from '../../components/person-row.tsx';
import { CrudList } from '../../feed/crud-list.tsx';
import { Link } from 'react-router-dom';
import { searchPath } from '../../paths.ts';

const ALL_HERE = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => undefined };

/** What was found, kind by kind; a kind without a find is left out. */
export function SearchResults({ result: { people, hashtags, activities } }: { result: SearchResult }) {
  if (people.length + hashtags.length + activities.length === 0) return <EmptyState />;
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
          {hashtags.map(({ hashtag, count }) => (
            <Link className="trend" key={hashtag} to={searchPath(`#${hashtag}`)}>
              <b>#{hashtag}</b>
              <span>{fullCount(count)} cruds</span>
            </Link>
          ))}
        </section>
      )}
      {activities.length > 0 && <CrudList label="Cruds found" items={activities} paging={ALL_HERE} />}
    </>
  );
}
