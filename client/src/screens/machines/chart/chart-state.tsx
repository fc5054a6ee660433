import type { ChartState } from '../../../charts/chart.ts';
import { SIZES, type Box } from '../../../charts/layout.ts';
import type { Mark } from './marks.ts';
import { Words } from './words.tsx';

const ROUND = { around: 18, leaf: 13 } as const;
/** Between the two borders of an end. */
const INSET = 4;

interface StateBoxProps {
  state: ChartState;
  name: string;
  box: Box;
  title: Box;
  mark: Mark | undefined;
}

/** A state's box with its name and the actors that run in it. */
export function StateBox({ state, name, box, title, mark }: StateBoxProps) {
  const { kind, invokes } = state;
  const isAround = kind === 'compound' || kind === 'parallel';
  const isHistory = kind === 'history' || kind === 'deep-history';
  const radius = isHistory ? box.height / 2 : isAround ? ROUND.around : ROUND.leaf;
  const center = title.x + title.width / 2;
  const below = { ...title, y: title.y + SIZES.nameLine };
  return (
    <g
      className={['sc-state', isAround && 'around', state.parent === null && 'root', mark]
        .filter(Boolean)
        .join(' ')}
    >
      <rect className="sc-box" {...box} rx={radius} />
      {kind === 'final' && <rect className="sc-inner" {...inset(box)} rx={radius - INSET} />}
      <text
        className="sc-name"
        x={isAround ? title.x : center}
        y={title.y + SIZES.name}
        textAnchor={isAround ? 'start' : 'middle'}
      >
        {name}
      </text>
      <Words className="sc-actor" lines={invokes.map((actor) => `invoke ${actor}`)} at={below} />
    </g>
  );
}

const inset = ({ x, y, width, height }: Box): Box => ({
  x: x + INSET,
  y: y + INSET,
  width: width - 2 * INSET,
  height: height - 2 * INSET,
});
