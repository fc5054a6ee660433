import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { isComposite, type Chart as ChartData } from '../charts/chart.ts';
import type { Box, ChartLayout, DrawnChart } from '../charts/layout.ts';
import { Chart } from './chart/chart.tsx';
import { Minimap } from './chart/minimap.tsx';
import type { ChartAnnotations, ChartSelection, CoverageLevel } from './chart/chart-annotations.ts';
import { useChartView } from './chart/use-chart-view.ts';
import { ZoomButtons } from './chart/zoom-buttons.tsx';
import { countCoverage, COVERAGE_LEVELS, type ChartCoverage } from './coverage.ts';
import { Details } from './details.tsx';
import type { MachineView } from './reduce-actors.ts';
import type { PageSelection } from './use-page-selection.ts';

interface Props {
  drawn: DrawnChart;
  about: string;
  actor: MachineView | null;
  coverage: ChartCoverage;
  chosen: Pick<PageSelection, 'state' | 'transition'>;
  choose: (changes: Pick<PageSelection, 'state' | 'transition'>) => void;
  /** Epoch milliseconds by the actor's clock. */
  now: () => number;
  /** Content beside the chart. */
  aside: ReactNode;
}

const LEGEND: Record<CoverageLevel, string> = {
  now: 'Now',
  session: 'This session',
  tests: 'Tests only',
  never: 'Never',
};

/** A machine's chart with the actor's current state and the coverage. */
export function ChartPane({ drawn, about, actor, coverage, chosen, choose, now, aside }: Props) {
  const { chart, layout } = drawn;
  const view = useChartView(layout);
  const at = useTickingClock(actor !== null && actor.timers.length > 0, now);
  const annotations = useMemo(
    () => ({
      ...coverage,
      last: actor?.last?.taken.flat() ?? [],
      delays: listRunningDelays(chart, actor, at),
    }),
    [coverage, actor, chart, at],
  );
  const counts = useMemo(() => countCoverage(chart, coverage), [chart, coverage]);
  const { state, transition } = chosen;
  const selection = useMemo(() => toSelection({ state, transition }), [state, transition]);
  const { follow, reveal } = view;
  const active = useMemo(() => listActiveStates(chart, coverage), [chart, coverage]);
  const before = useRef<readonly string[]>([]);
  useEffect(() => {
    const entered = active.find((path) => !before.current.includes(path)) ?? active[0];
    const hasChanged = entered === undefined || active.join() !== before.current.join();
    before.current = active;
    const box = entered === undefined ? undefined : layout.states[entered];
    if (hasChanged) follow(box ?? null);
  }, [follow, layout, active]);
  useEffect(() => {
    const box = selection && findBox(layout, selection);
    if (box) reveal(box);
  }, [reveal, layout, selection]);
  const select = useCallback(
    (selected: ChartSelection) =>
      choose({
        state: selected.kind === 'state' ? selected.path : null,
        transition: selected.kind === 'transition' ? selected.name : null,
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
        <div className="frame">
          <Chart
            chart={chart}
            layout={layout}
            view={view}
            annotations={annotations}
            chosen={selection}
            onChoose={select}
          />
          <Minimap chart={chart} layout={layout} view={view} annotations={annotations} />
        </div>
        <Details
          chart={chart}
          chosen={chosen}
          coverage={coverage}
          onClose={() => choose({ state: null, transition: null })}
        />
        {aside}
      </div>
      <div className="stage-foot">
        {actor && <ContextLine actor={actor} />}
        <dl className="legend" aria-label="State coverage">
          {COVERAGE_LEVELS.map((level) => (
            <div key={level}>
              <dt>
                <i className={`level ${level}`} />
                {LEGEND[level]}
              </dt>
              <dd>{counts[level]}</dd>
            </div>
          ))}
        </dl>
      </div>
    </>
  );
}

/** The paths of the innermost active states. */
const listActiveStates = ({ states }: ChartData, coverage: ChartCoverage): string[] =>
  states
    .filter((state) => !isComposite(state) && coverage.states[state.path] === 'now')
    .map(({ path }) => path);

const findBox = ({ states, transitions }: ChartLayout, selection: ChartSelection): Box | undefined =>
  selection.kind === 'state' ? states[selection.path] : transitions[selection.name]?.label;

function toSelection({ state, transition }: Props['chosen']): ChartSelection | null {
  if (transition !== null) return { kind: 'transition', name: transition };
  return state === null ? null : { kind: 'state', path: state };
}

const TICK_MS = 250;

/** The time by a clock, updated while a delay runs. */
function useTickingClock(isRunning: boolean, now: () => number): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setAt(now()), TICK_MS);
    return () => clearInterval(timer);
  }, [isRunning, now]);
  return at;
}

/** The actor's redacted context, as it is at the chosen position. */
function ContextLine({ actor: { context } }: { actor: MachineView }) {
  const fields = Object.entries(context);
  if (fields.length === 0) return null;
  return (
    <dl className="context" aria-label="Context">
      {fields.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? 'none' : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The remaining time of an actor's delays, by the names of the transitions at their ends. */
function listRunningDelays(
  chart: ChartData,
  actor: MachineView | null,
  now: number,
): ChartAnnotations['delays'] {
  if (actor?.ended !== null) return {};
  const isIn = (path: string) => actor.states.some((state) => state === path || state.startsWith(`${path}.`));
  const running = actor.timers.flatMap(({ delay, ends, ms }) =>
    chart.transitions
      .filter(({ event, source }) => event === delay && isIn(source))
      .map(({ name }) => [name, { leftMs: Math.max(ends - now, 0), totalMs: ms }] as const),
  );
  return Object.fromEntries(running);
}
