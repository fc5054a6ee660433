import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import type { DrawnChart } from '../charts/layout.ts';
import type { MachineView } from './reduce-actors.ts';
import { listRunningDelays } from './running-delays.ts';
import { Chart } from './chart/chart.tsx';
import type { ChartSelection as Pointed, CoverageLevel } from './chart/chart-annotations.ts';
import { useChartView } from './chart/use-chart-view.ts';
import { ZoomButtons } from './chart/zoom-buttons.tsx';
import { ContextLine } from './context-line.tsx';
import { countCoverage, COVERAGE_LEVELS, type ChartCoverage } from './compute-coverage.ts';
import { Details } from './details.tsx';
import type { PageSelection } from './use-page-selection.ts';

interface Props {
  drawn: DrawnChart;
  about: string;
  actor: MachineView | null;
  marks: ChartCoverage;
  /** Of which a state or a transition may be pointed at. */
  chosen: Pick<PageSelection, 'state' | 'transition'>;
  choose: (changes: Pick<PageSelection, 'state' | 'transition'>) => void;
  /** Epoch milliseconds by the actor's clock. */
  now: () => number;
  /** What stands beside the chart. */
  beside: ReactNode;
}

const LEGEND: Record<CoverageLevel, string> = {
  now: 'Now',
  session: 'This session',
  tests: 'Tests only',
  never: 'Never',
};

/** A machine drawn, with what it is doing now and how far it was ever reached. */
export function ChartPane({ drawn, about, actor, marks, chosen, choose, now, beside }: Props) {
  const { chart, layout } = drawn;
  const view = useChartView(layout);
  const at = useTickingClock(actor !== null && actor.timers.length > 0, now);
  const shown = useMemo(
    () => ({ ...marks, last: actor?.last?.taken.flat() ?? [], delays: listRunningDelays(chart, actor, at) }),
    [marks, actor, chart, at],
  );
  const counts = useMemo(() => countCoverage(chart, marks), [chart, marks]);
  const { state, transition } = chosen;
  const pointed = useMemo(() => toSelection({ state, transition }), [state, transition]);
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
        {COVERAGE_LEVELS.map((mark) => (
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

function toSelection({ state, transition }: Props['chosen']): Pointed | null {
  if (transition !== null) return { kind: 'transition', name: transition };
  return state === null ? null : { kind: 'state', path: state };
}

const TICK_MS = 250;

/** The time by a clock, anew while something burns. */
function useTickingClock(isRunning: boolean, now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning, now]);
  return at;
}
