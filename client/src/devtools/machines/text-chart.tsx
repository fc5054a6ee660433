import type { MachineReport } from '@cruddur/shared';
import type { Chart, ChartState, ChartTransition } from '../charts/chart.ts';
import type { MachineView } from './reduce-actors.ts';
import { COVERAGE_TEXTS } from './chart/chart-annotations.ts';
import { useStyleSheet } from './chart/use-style-sheet.ts';
import type { ChartCoverage } from './compute-coverage.ts';
import css from './text-chart.css?inline';
import { formatReport, formatStates } from './format-entry.ts';

interface Props {
  chart: Chart;
  about: string;
  /** Whose states are the active ones; null when nobody runs it. */
  actor: MachineView | null;
  /** Of a machine of the server, which is only counted. */
  report: MachineReport | null;
  marks: ChartCoverage;
}

/** The same chart in words, in the order in which one would read it. */
export function TextChart({ chart, about, actor, report, marks }: Props) {
  useStyleSheet(css);
  const enabled = chart.transitions.filter(({ source }) => marks.states[source] === 'now');
  const always = chart.transitions.filter(({ source }) => source === '');
  return (
    <section className="twin" tabIndex={0} aria-label="The chart in words">
      <h3>In short</h3>
      <p>{about}</p>
      <dl>
        <dt>Now in</dt>
        <dd>{currentStatesText(actor, report)}</dd>
        <dt>Last transition</dt>
        <dd>{lastEventText(actor)}</dd>
      </dl>
      <h3>What it would hear now</h3>
      {enabled.length === 0 ? (
        <p>Nothing.</p>
      ) : (
        <ul>
          {enabled.map((transition) => (
            <li key={transition.name}>{transitionText(transition)}</li>
          ))}
        </ul>
      )}
      {always.length > 0 && (
        <>
          <h3>In any state</h3>
          <TransitionList of={always} marks={marks} />
        </>
      )}
      <h3>States</h3>
      <StateList {...{ chart, marks }} parent="" />
    </section>
  );
}

function StateList({ chart, marks, parent }: { chart: Chart; marks: ChartCoverage; parent: string }) {
  const inner = chart.states.filter((state) => state.parent === parent);
  if (inner.length === 0) return null;
  const outer = chart.states.find(({ path }) => path === parent);
  return (
    <ul>
      {inner.map((state) => (
        <li key={state.path} aria-current={marks.states[state.path] === 'now' ? 'true' : undefined}>
          <b>{state.key}</b>
          <span>{stateKindText(state, outer)}</span>, {COVERAGE_TEXTS[marks.states[state.path] ?? 'never']}
          <TransitionList
            of={chart.transitions.filter(({ source }) => source === state.path)}
            marks={marks}
          />
          <StateList {...{ chart, marks }} parent={state.path} />
        </li>
      ))}
    </ul>
  );
}

function TransitionList({
  of: transitions,
  marks,
}: {
  of: readonly ChartTransition[];
  marks: ChartCoverage;
}) {
  return (
    <ul className="ways">
      {transitions.map((transition) => (
        <li key={transition.name}>
          {transitionText(transition)}, {COVERAGE_TEXTS[marks.transitions[transition.name] ?? 'never']}
        </li>
      ))}
    </ul>
  );
}

function currentStatesText(actor: MachineView | null, report: MachineReport | null): string {
  if (report) return formatReport(report);
  return actor?.ended === null ? formatStates(actor.states) : 'nobody runs it at the moment';
}

function stateKindText({ path, kind, invokes }: ChartState, outer: ChartState | undefined): string {
  const words = [
    outer?.initial === path && 'begins here',
    kind === 'parallel' && 'all its parts at once',
    kind === 'final' && 'an end',
    (kind === 'history' || kind === 'deep-history') && 'where it was before',
    invokes.length > 0 && `runs ${invokes.join(', ')}`,
  ].filter(Boolean);
  return words.length > 0 ? ` (${words.join(', ')})` : '';
}

/** As `TYPE, if isSame: stays`. */
function transitionText({ event, guard, targets, delayMs }: ChartTransition): string {
  const condition = guard === null ? '' : `, if ${guard}`;
  const delay = delayMs === null ? '' : ` (${delayMs / 1000} s)`;
  return `${event}${delay}${condition}: ${targets.length > 0 ? `to ${targets.join(', ')}` : 'stays'}`;
}

function lastEventText(actor: MachineView | null): string {
  if (!actor?.last) return 'none seen yet';
  const { event, from, states } = actor.last;
  return `${event}, from ${formatStates(from)} to ${formatStates(states)}`;
}
