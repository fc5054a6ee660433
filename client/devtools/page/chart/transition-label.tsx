import type { ChartTransition } from '../../charts/chart.ts';
import { formatTimeUntil } from '../../charts/format-duration.ts';
import { SIZES, type Box, type Route } from '../../charts/layout.ts';
import type { RunningDelay, CoverageLevel } from './chart-annotations.ts';
import { TextLines } from './text-lines.tsx';

interface TransitionLabelProps {
  transition: ChartTransition;
  route: Route;
  level: CoverageLevel | undefined;
  isLast: boolean;
  running: RunningDelay | undefined;
}

/** The event and guard of a transition, beside its line; of an internal one, with a mark in its state's box. */
export function TransitionLabel({ transition, route, level, isLast, running }: TransitionLabelProps) {
  const { label, lines } = route;
  const isInternal = transition.targets.length === 0;
  const at = isInternal ? { ...label, x: label.x + SIZES.internalMark } : label;
  const [first = '', ...rest] = lines;
  const remaining = running ? formatTimeUntil(running.leftMs) : first;
  const shown = [remaining.length <= first.length ? remaining : first, ...rest];
  return (
    <g className={['sc-label', level, isLast && 'last', isInternal && 'internal'].filter(Boolean).join(' ')}>
      {/* Makes the whole label clickable, not only its glyphs. */}
      <rect className="sc-hit-area" {...label} />
      {isInternal && (
        <path
          className="sc-loop"
          d={`M${label.x + 1.5} ${label.y + 8.5}a3.6 3.6 0 1 0 1.6 -3.6m.2 -2.4v2.6h2.6`}
        />
      )}
      <TextLines className="sc-text" lines={shown} at={at} />
      {transition.kind === 'after' && <FuseLine at={at} running={running} />}
    </g>
  );
}

/** The radius of the bomb at the end of a fuse, in px. */
const BOMB_RADIUS = 3.2;

/** A delay below its label: a fuse that burns down to its bomb while the delay runs. */
function FuseLine({ at, running }: { at: Box; running: RunningDelay | undefined }) {
  const y = at.y + at.height - BOMB_RADIUS;
  const end = at.x + at.width - 2 * BOMB_RADIUS;
  const left = running ? Math.min(1, Math.max(0, running.leftMs / (running.totalMs || 1))) : 0;
  const spark = end - (end - at.x) * left;
  return (
    <g className={running ? 'sc-fuse running' : 'sc-fuse'}>
      <path className="sc-track" d={`M${at.x} ${y}H${end}`} />
      {running && <path className="sc-burn" d={`M${spark} ${y}H${end}`} />}
      <circle className="sc-bomb" cx={end + BOMB_RADIUS} cy={y} r={BOMB_RADIUS} />
      {running && <circle className="sc-spark" cx={spark} cy={y} r={2.6} />}
    </g>
  );
}
