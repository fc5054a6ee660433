import type { HashtagCount } from '@cruddur/shared';
import { TrendLink } from './trend-link.tsx';

/** Hashtags and how many cruds carry them. */
export function TrendingPanel({ trends }: { trends: readonly HashtagCount[] }) {
  return (
    <section className="panel" aria-labelledby="trending">
      <h2 id="trending">Trending</h2>
      {trends.map((trend) => (
        <TrendLink key={trend.hashtag} {...trend} />
      ))}
    </section>
  );
}
