import type { Chart } from '../../../charts/chart.ts';
import type { ChartLayout, Point } from '../../../charts/layout.ts';
import { SIZES } from '../../../charts/layout.ts';
import type { ChartMarks, Mark } from './marks.ts';
import { pathOfRoute } from './path-of-route.ts';

/** The marks from the one that says most. */
const RANKS: readonly (Mark | undefined)[] = ['now', 'session', 'tests', undefined, 'never'];

interface LinesProps {
  chart: Chart;
  layout: ChartLayout;
  marks: ChartMarks;
  /** Of the heads of plain lines, and of the last one's. */
  heads: { plain: string; last: string };
}

/** The lines of all transitions, one for those that lead from one state to the same other one; the last taken on top. */
export function Lines({ chart, layout, marks, heads }: LinesProps) {
  const lines = linesOf(chart, layout, marks);
  const sorted = [...lines].sort((one, other) => Number(one.isLast) - Number(other.isLast));
  return sorted.map(({ key, points, mark, isLast }) => (
    <path
      key={key}
      className={['sc-line', mark, isLast && 'last'].filter(Boolean).join(' ')}
      d={pathOfRoute(points)}
      markerEnd={`url(#${isLast ? heads.last : heads.plain})`}
    />
  ));
}

interface Line {
  key: string;
  points: readonly Point[];
  mark: Mark | undefined;
  isLast: boolean;
}

function linesOf({ transitions }: Chart, layout: ChartLayout, marks: ChartMarks): Line[] {
  const lines = new Map<string, Line>();
  for (const { name, source, targets } of transitions) {
    const points = layout.transitions[name]?.points ?? [];
    if (points.length === 0) continue;
    const key = JSON.stringify([source, targets]);
    const known = lines.get(key);
    const mark = marks.transitions[name];
    const isMore = known && RANKS.indexOf(known.mark) <= RANKS.indexOf(mark);
    const isLast = marks.last.includes(name) || (known?.isLast ?? false);
    lines.set(key, { key, points, mark: isMore ? known.mark : mark, isLast });
  }
  return [...lines.values()];
}

/** The dots at which states begin, and their ways. */
export function Beginnings({ layout, head }: { layout: ChartLayout; head: string }) {
  return layout.beginnings.map(({ state, points }) => {
    const [start] = points;
    if (!start) return null;
    return (
      <g key={state}>
        <path className="sc-line" d={pathOfRoute(points)} markerEnd={`url(#${head})`} />
        <circle className="sc-dot" cx={start.x} cy={start.y} r={SIZES.dot} />
      </g>
    );
  });
}
