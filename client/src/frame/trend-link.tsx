import type { HashtagCount } from '@cruddur/shared';
import { Link } from 'react-router-dom';
import { searchPath } from '../paths.ts';
import { fullCount } from '../crud/counts.ts';

/** A hashtag, given without its sign, and how many cruds carry it. Sign and word read in the direction of the word. */
export function TrendLink({ hashtag, count }: HashtagCount) {
  return (
    <Link className="trend" to={searchPath(`#${hashtag}`)}>
      <b>
        <bdi>#{hashtag}</bdi>
      </b>
      <span>{fullCount(count)} cruds</span>
    </Link>
  );
}
