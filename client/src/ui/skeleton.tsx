import { useLayoutEffect } from 'react';
import { firstContent } from '../ssr/first-content.ts';

/** Equal on the loading page and in the app, so that no row appears or disappears between them. */
const ROWS = 5;

/** Placeholder rows in the geometry of a crud. The style sheet shows them after 300 ms, so that fast answers show none. */
export function Skeleton() {
  useLayoutEffect(() => firstContent.registerPlaceholder(), []);
  return (
    <div className="skeleton" role="status">
      <span className="vh">Loading</span>
      {Array.from({ length: ROWS }, (_, row) => (
        <div className="crud plain" key={row} aria-hidden="true">
          <span className="av bone" />
          <div>
            <div className="bone line" />
            <div className="bone line" />
            <div className="bone line" />
          </div>
        </div>
      ))}
    </div>
  );
}
