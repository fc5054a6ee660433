import type { Box } from '../../charts/layout.ts';
import type { RunningDelay } from './chart-annotations.ts';

/** The bomb at its end, in px. */
const BOMB = 3.2;

/** A delay below its words: a fuse, which burns down to its bomb while the delay runs. */
export function FuseLine({ at, burning }: { at: Box; burning: RunningDelay | undefined }) {
  const y = at.y + at.height - BOMB;
  const end = at.x + at.width - 2 * BOMB;
  const left = burning ? Math.min(1, Math.max(0, burning.leftMs / (burning.ofMs || 1))) : 0;
  const spark = end - (end - at.x) * left;
  return (
    <g className={burning ? 'sc-fuse burning' : 'sc-fuse'}>
      <path className="sc-track" d={`M${at.x} ${y}H${end}`} />
      {burning && <path className="sc-burn" d={`M${spark} ${y}H${end}`} />}
      <circle className="sc-bomb" cx={end + BOMB} cy={y} r={BOMB} />
      {burning && <circle className="sc-spark" cx={spark} cy={y} r={2.6} />}
    </g>
  );
}
