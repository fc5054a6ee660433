import { useLayoutEffect, type ReactNode } from 'react';
import { firstContent } from '../hydration/first-content.ts';

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

const repeatBone = (length: number) =>
  Array.from({ length }, (_, row) => <div className="bone line" key={row} />);

/** The placeholder of the settings: their index, and the first sections. */
export function SettingsSkeleton() {
  return (
    <Skeleton>
      <div className="settings" aria-hidden="true">
        <div className="setting-index">{repeatBone(10)}</div>
        <div>
          {[0, 1, 2].map((section) => (
            <div className="setting" key={section}>
              {repeatBone(3)}
            </div>
          ))}
        </div>
      </div>
    </Skeleton>
  );
}

/** Equal on the loading page and in the app, as are the rows of the feed. About as many as the side column will have. */
const PANELS = [5, 4];

/** The skeletons of the panels in the side column of members. */
export function SideSkeleton() {
  return (
    <div className="side-bones" aria-hidden="true">
      {PANELS.map((rows) => (
        <div className="panel" key={rows}>
          {Array.from({ length: rows }, (_, row) => (
            <div className="bone line" key={row} />
          ))}
        </div>
      ))}
    </div>
  );
}
