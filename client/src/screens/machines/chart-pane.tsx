import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { DrawnChart } from '../../charts/layout.ts';
import type { MachineView } from './actors-at.ts';
import { delaysOf } from './burning.ts';
import { Chart } from './chart/chart.tsx';
import type { Chosen as Pointed, Mark } from './chart/marks.ts';
import { useChartView } from './chart/use-chart-view.ts';
import { ZoomButtons } from './chart/zoom-buttons.tsx';
import { ContextLine } from './context-line.tsx';
import { countMarks, MARKS, type Marks } from './coverage.ts';
import { Details } from './details.tsx';
import type { Chosen } from './use-chosen.ts';

interface Props {
  drawn: DrawnChart;
  about: string;
  actor: MachineView | null;
  marks: Marks;
  /** Of which a state or a transition may be pointed at. */
  chosen: Pick<Chosen, 'state' | 'transition'>;
  choose: (changes: Pick<Chosen, 'state' | 'transition'>) => void;
  /** Epoch milliseconds by the actor's clock. */
  now: () => number;
  /** What stands beside the chart. */
  beside: ReactNode;
}

const LEGEND: Record<Mark, string> = {
  now: 'Now',
  session: 'This session',
  tests: 'Tests only',
  never: 'Never',
};

/** A machine drawn, with what it is doing now and how far it was ever reached. */
export function ChartPane({ drawn, about, actor, marks, chosen, choose, now, beside }: Props) {
  const { chart, layout } = drawn;
  const view = useChartView(layout);
  const at = useTicking(actor !== null && actor.timers.length > 0, now);
  const shown = useMemo(
    () => ({ ...marks, last: actor?.last?.taken.flat() ?? [], delays: delaysOf(chart, actor, at) }),
    [marks, actor, chart, at],
  );
  const counts = useMemo(() => countMarks(chart, marks), [chart, marks]);
  const { state, transition } = chosen;
  const pointed = useMemo(() => pointedAt({ state, transition }), [state, transition]);
  const point = useCallback(
    (one: Pointed) =>
      choose({
        state: one.kind === 'state' ? one.path : null,
        transition: one.kind === 'transition' ? one.name : null,
      }),
    [choose],
  );
  return (
    <>
      <header className="canvas-top">
        <h2>{chart.machine}</h2>
        <p>{about}</p>
        <ZoomButtons view={view} />
      </header>
      <div className="stage">
        <Chart {...{ chart, layout, view }} marks={shown} chosen={pointed} onChoose={point} />
        <Details {...{ chart, chosen, marks }} onClose={() => choose({ state: null, transition: null })} />
        {beside}
      </div>
      {actor && <ContextLine actor={actor} />}
      <dl className="legend" aria-label="How far its states were reached">
        {MARKS.map((mark) => (
          <div key={mark}>
            <dt>
              <i className={`k ${mark}`} />
              {LEGEND[mark]}
            </dt>
            <dd>{counts[mark]}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function pointedAt({ state, transition }: Props['chosen']): Pointed | null {
  if (transition !== null) return { kind: 'transition', name: transition };
  return state === null ? null : { kind: 'state', path: state };
}

const TICK_MS = 250;

/** The time by a clock, anew while something burns. */
function useTicking(burns: boolean, now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!burns) return;
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [burns, now]);
  return at;
}
