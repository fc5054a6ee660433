import type { Chart } from '../../charts/chart.ts';
import type { ChartLayout, Point } from '../../charts/layout.ts';
import { SIZES } from '../../charts/layout.ts';
import type { ChartAnnotations, CoverageLevel } from './chart-annotations.ts';
import { toSvgPath } from './to-svg-path.ts';

/** From the most to the least significant. */
const LEVEL_ORDER: readonly (CoverageLevel | undefined)[] = ['now', 'session', 'tests', undefined, 'never'];

interface LinesProps {
  chart: Chart;
  layout: ChartLayout;
  annotations: ChartAnnotations;
  /** The ids of the arrow heads: of plain lines, and of the last taken one. */
  heads: { plain: string; last: string };
}

/** The lines of all transitions, one per pair of states; the last taken one is on top. */
export function Lines({ chart, layout, annotations, heads }: LinesProps) {
  const lines = toLines(chart, layout, annotations);
  const sorted = [...lines].sort((one, other) => Number(one.isLast) - Number(other.isLast));
  return sorted.map(({ key, points, level, isLast }) => (
    <path
      key={key}
      className={['sc-line', level, isLast && 'last'].filter(Boolean).join(' ')}
      d={toSvgPath(points)}
      markerEnd={`url(#${isLast ? heads.last : heads.plain})`}
    />
  ));
}

interface Line {
  key: string;
  points: readonly Point[];
  level: CoverageLevel | undefined;
  isLast: boolean;
}

function toLines({ transitions }: Chart, layout: ChartLayout, annotations: ChartAnnotations): Line[] {
  const lines = new Map<string, Line>();
  for (const { name, source, targets } of transitions) {
    const points = layout.transitions[name]?.points ?? [];
    if (points.length === 0) continue;
    const key = JSON.stringify([source, targets]);
    const line = lines.get(key);
    const own = annotations.transitions[name];
    const level = line && LEVEL_ORDER.indexOf(line.level) <= LEVEL_ORDER.indexOf(own) ? line.level : own;
    const isLast = annotations.last.includes(name) || (line?.isLast ?? false);
    lines.set(key, { key, points, level, isLast });
  }
  return [...lines.values()];
}

/** The initial dots of composite states, and their arrows. */
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
