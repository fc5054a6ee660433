import type { HashtagCount } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { searchPath } from '../paths.ts';
import { fullCount } from './counts.ts';

/** Hashtags, given without their sign, and how many cruds carry them. */
export function TrendingPanel({ trends }: { trends: readonly HashtagCount[] }) {
  return (
    <section className="panel" aria-labelledby="trending">
      <h2 id="trending">Trending</h2>
      {trends.map(({ hashtag, count }) => (
        <Link className="trend" key={hashtag} to={searchPath(`#${hashtag}`)}>
          <b>#{hashtag}</b>
          <span>{fullCount(count)} cruds</span>
        </Link>
      ))}
    </section>
  );
}
