import type { ChartTransition } from '../../charts/chart.ts';
import { SIZES, type Route } from '../../charts/layout.ts';
import { FuseLine } from './fuse-line.tsx';
import type { RunningDelay, CoverageLevel } from './chart-annotations.ts';
import { TextLines } from './text-lines.tsx';
import { formatTimeUntil } from './format-time-until.ts';

interface TransitionLabelProps {
  transition: ChartTransition;
  route: Route;
  mark: CoverageLevel | undefined;
  isLast: boolean;
  burning: RunningDelay | undefined;
}

/** What sets a transition off, beside its line; in its state's box, with a mark, when it changes no state. */
export function TransitionLabel({ transition, route, mark, isLast, burning }: TransitionLabelProps) {
  const { label, lines } = route;
  const isInternal = transition.targets.length === 0;
  const at = isInternal ? { ...label, x: label.x + SIZES.stay } : label;
  const [first = '', ...rest] = lines;
  const remaining = burning ? formatTimeUntil(burning.leftMs) : first;
  const shown = [remaining.length <= first.length ? remaining : first, ...rest];
  return (
    <g className={['sc-words', mark, isLast && 'last', isInternal && 'stays'].filter(Boolean).join(' ')}>
      {/* The whole of it can be pressed, not only the strokes of its letters. */}
      <rect className="sc-ground" {...label} />
      {isInternal && (
        <path
          className="sc-loop"
          d={`M${label.x + 1.5} ${label.y + 8.5}a3.6 3.6 0 1 0 1.6 -3.6m.2 -2.4v2.6h2.6`}
        />
      )}
      <TextLines className="sc-text" lines={shown} at={at} />
      {transition.kind === 'after' && <FuseLine at={at} burning={burning} />}
    </g>
  );
}
