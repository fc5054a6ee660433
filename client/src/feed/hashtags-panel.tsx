import type { HashtagCount } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { searchPath } from '../base/paths.ts';
import { fullCount } from '../cruds/counts.ts';

type Props = {
  /** Id of the heading, unique on the page. */
  id: string;
  title: string;
  /** Without the hash sign. */
  hashtags: readonly HashtagCount[];
};

/** A titled list of hashtags with their counts of cruds, each linked to its search. */
export function HashtagsPanel({ id, title, hashtags }: Props) {
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {hashtags.map(({ hashtag, count }) => (
        <Link key={hashtag} className="trend" to={searchPath(`#${hashtag}`)}>
          <b>
            {/* Sign and word share the direction of the word. */}
            <bdi>#{hashtag}</bdi>
          </b>
          <span>{fullCount(count)} cruds</span>
        </Link>
      ))}
    </section>
  );
}
