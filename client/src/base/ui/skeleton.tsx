import { useLayoutEffect, type ReactNode } from 'react';
import { firstContent } from '../ssr/first-content.ts';

/** Equal on the loading page and in the app, so that no row appears or disappears between them. */
const ROWS = 5;

/**
 * Placeholders in the geometry of what is loading, by default of cruds. The style sheet shows them after 300 ms, so that fast
 * answers show none.
 */
export function Skeleton({ children = <CrudBones /> }: { children?: ReactNode }) {
  useLayoutEffect(() => firstContent.registerPlaceholder(), []);
  return (
    <div className="skeleton" role="status">
      <span className="vh">Loading</span>
      {children}
    </div>
  );
}

function CrudBones() {
  return (
    <>
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
    </>
  );
}
