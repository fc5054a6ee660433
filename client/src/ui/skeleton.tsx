import { useLayoutEffect } from 'react';
import { firstContent } from '../ssr/first-content.ts';

/** As many on the waiting page as in the program, so that none goes or comes between them. */
const ROWS = 5;

/** Rows in the geometry of a crud while a list is on its way. They appear after 300 ms, so that quick answers show none. */
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
