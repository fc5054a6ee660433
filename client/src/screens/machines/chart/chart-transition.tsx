import type { ChartTransition } from '../../../charts/chart.ts';
import { SIZES, type Route } from '../../../charts/layout.ts';
import { FuseLine } from './fuse-line.tsx';
import type { Burning, Mark } from './marks.ts';
import { Words } from './words.tsx';
import { saySoon } from './say-soon.ts';

interface TransitionWordsProps {
  transition: ChartTransition;
  route: Route;
  mark: Mark | undefined;
  isLast: boolean;
  burning: Burning | undefined;
}

/** What sets a transition off, beside its line; in its state's box, with a mark, when it changes no state. */
export function TransitionWords({ transition, route, mark, isLast, burning }: TransitionWordsProps) {
  const { label, lines } = route;
  const stays = transition.targets.length === 0;
  const at = stays ? { ...label, x: label.x + SIZES.stay } : label;
  const [first = '', ...rest] = lines;
  const soon = burning ? saySoon(burning.leftMs) : first;
  const shown = [soon.length <= first.length ? soon : first, ...rest];
  return (
    <g className={['sc-words', mark, isLast && 'last', stays && 'stays'].filter(Boolean).join(' ')}>
      {/* The whole of it can be pressed, not only the strokes of its letters. */}
      <rect className="sc-ground" {...label} />
      {stays && (
        <path
          className="sc-loop"
          d={`M${label.x + 1.5} ${label.y + 8.5}a3.6 3.6 0 1 0 1.6 -3.6m.2 -2.4v2.6h2.6`}
        />
      )}
      <Words className="sc-text" lines={shown} at={at} />
      {transition.kind === 'after' && <FuseLine at={at} burning={burning} />}
    </g>
  );
}
