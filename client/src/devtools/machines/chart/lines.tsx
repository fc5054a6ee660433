import type { Chart } from '../../charts/chart.ts';
import type { ChartLayout, Point } from '../../charts/layout.ts';
import { SIZES } from '../../charts/layout.ts';
import type { ChartAnnotations, CoverageLevel } from './chart-annotations.ts';
import { toSvgPath } from './to-svg-path.ts';

/** The marks from the one that says most. */
const LEVEL_ORDER: readonly (CoverageLevel | undefined)[] = ['now', 'session', 'tests', undefined, 'never'];

interface LinesProps {
  chart: Chart;
  layout: ChartLayout;
  marks: ChartAnnotations;
  /** Of the heads of plain lines, and of the last one's. */
  heads: { plain: string; last: string };
}

/** The lines of all transitions, one for those that lead from one state to the same other one; the last taken on top. */
export function Lines({ chart, layout, marks, heads }: LinesProps) {
  const lines = toLines(chart, layout, marks);
  const sorted = [...lines].sort((one, other) => Number(one.isLast) - Number(other.isLast));
  return sorted.map(({ key, points, mark, isLast }) => (
    <path
      key={key}
      className={['sc-line', mark, isLast && 'last'].filter(Boolean).join(' ')}
      d={toSvgPath(points)}
      markerEnd={`url(#${isLast ? heads.last : heads.plain})`}
    />
  ));
}

interface Line {
  key: string;
  points: readonly Point[];
  mark: CoverageLevel | undefined;
  isLast: boolean;
}

function toLines({ transitions }: Chart, layout: ChartLayout, marks: ChartAnnotations): Line[] {
  const lines = new Map<string, Line>();
  for (const { name, source, targets } of transitions) {
    const points = layout.transitions[name]?.points ?? [];
    if (points.length === 0) continue;
    const key = JSON.stringify([source, targets]);
    const known = lines.get(key);
    const mark = marks.transitions[name];
    const isMore = known && LEVEL_ORDER.indexOf(known.mark) <= LEVEL_ORDER.indexOf(mark);
    const isLast = marks.last.includes(name) || (known?.isLast ?? false);
    lines.set(key, { key, points, mark: isMore ? known.mark : mark, isLast });
  }
  return [...lines.values()];
}

/** The dots at which states begin, and their ways. */
export function InitialArrows({ layout, head }: { layout: ChartLayout; head: string }) {
  return layout.beginnings.map(({ state, points }) => {
    const [start] = points;
    if (!start) return null;
    return (
      <g key={state}>
        <path className="sc-line" d={toSvgPath(points)} markerEnd={`url(#${head})`} />
        <circle className="sc-dot" cx={start.x} cy={start.y} r={SIZES.dot} />
      </g>
    );
  });
}
