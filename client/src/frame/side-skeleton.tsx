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
