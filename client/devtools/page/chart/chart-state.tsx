import { isComposite, type ChartState } from '../../charts/chart.ts';
import { SIZES, type Box } from '../../charts/layout.ts';
import type { CoverageLevel } from './chart-annotations.ts';
import { TextLines } from './text-lines.tsx';

const RADII = { composite: 18, leaf: 13 } as const;
/** The distance between the two borders of a final state, in px. */
const INSET = 4;

interface StateBoxProps {
  state: ChartState;
  name: string;
  box: Box;
  title: Box;
  level: CoverageLevel | undefined;
}

/** A state's box with its name and the actors that it invokes. */
export function StateBox({ state, name, box, title, level }: StateBoxProps) {
  const { kind, invokes } = state;
  const isHistory = kind === 'history' || kind === 'deep-history';
  const radius = isHistory ? box.height / 2 : isComposite(state) ? RADII.composite : RADII.leaf;
  const center = title.x + title.width / 2;
  const below = { ...title, y: title.y + SIZES.nameLine };
  return (
    <g
      className={['sc-state', isComposite(state) && 'composite', state.parent === null && 'root', level]
        .filter(Boolean)
        .join(' ')}
    >
      <rect className="sc-box" {...box} rx={radius} />
      {kind === 'final' && <rect className="sc-inner" {...inset(box)} rx={radius - INSET} />}
      <text
        className="sc-name"
        x={isComposite(state) ? title.x : center}
        y={title.y + SIZES.name}
        textAnchor={isComposite(state) ? 'start' : 'middle'}
      >
        {name}
      </text>
      <TextLines className="sc-actor" lines={invokes.map((actor) => `invoke ${actor}`)} at={below} />
    </g>
  );
}

const inset = ({ x, y, width, height }: Box): Box => ({
  x: x + INSET,
  y: y + INSET,
  width: width - 2 * INSET,
  height: height - 2 * INSET,
});
