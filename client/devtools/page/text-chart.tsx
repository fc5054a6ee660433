import type { MachineReport } from '@cruddur/shared';
import { childrenOf, type Chart, type ChartState, type ChartTransition } from '../charts/chart.ts';
import type { MachineView } from './reduce-actors.ts';
import { COVERAGE_TEXTS } from './chart/chart-annotations.ts';
import type { ChartCoverage } from './coverage.ts';
import { formatReport, formatStates } from './format-entry.ts';
import './text-chart.css';

interface Props {
  chart: Chart;
  about: string;
  /** The shown actor; null when the machine is not running. */
  actor: MachineView | null;
  /** The counts of a server machine; null for one of the client. */
  report: MachineReport | null;
  coverage: ChartCoverage;
}

/** The chart as text, in reading order. */
export function TextChart({ chart, about, actor, report, coverage }: Props) {
  const enabled = chart.transitions.filter(({ source }) => coverage.states[source] === 'now');
  const always = chart.transitions.filter(({ source }) => source === '');
  return (
    <section className="text-chart" tabIndex={0} aria-label="Text description of the chart">
      <h2>{chart.machine}</h2>
      <h3>Summary</h3>
      <p>{about}</p>
      <dl>
        <dt>Current state</dt>
        <dd>{currentStatesText(actor, report)}</dd>
        <dt>Last transition</dt>
        <dd>{lastEventText(actor)}</dd>
      </dl>
      <h3>Events it accepts</h3>
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
          <TransitionList transitions={always} coverage={coverage} />
        </>
      )}
      <h3>States</h3>
      <StateList chart={chart} coverage={coverage} parent="" />
    </section>
  );
}

interface StateListProps {
  chart: Chart;
  coverage: ChartCoverage;
  /** A path. */
  parent: string;
}

function StateList({ chart, coverage, parent }: StateListProps) {
  const children = childrenOf(chart, parent);
  if (children.length === 0) return null;
  const parentState = chart.states.find(({ path }) => path === parent);
  return (
    <ul>
      {children.map((state) => (
        <li key={state.path} aria-current={coverage.states[state.path] === 'now' ? 'true' : undefined}>
          <b>{state.key}</b>
          <span>{stateKindText(state, parentState)}</span>,{' '}
          {COVERAGE_TEXTS[coverage.states[state.path] ?? 'never']}
          <TransitionList
            transitions={chart.transitions.filter(({ source }) => source === state.path)}
            coverage={coverage}
          />
          <StateList chart={chart} coverage={coverage} parent={state.path} />
        </li>
      ))}
    </ul>
  );
}

interface TransitionListProps {
  transitions: readonly ChartTransition[];
  coverage: ChartCoverage;
}

function TransitionList({ transitions, coverage }: TransitionListProps) {
  return (
    <ul className="transitions">
      {transitions.map((transition) => (
        <li key={transition.name}>
          {transitionText(transition)}, {COVERAGE_TEXTS[coverage.transitions[transition.name] ?? 'never']}
        </li>
      ))}
    </ul>
  );
}

function currentStatesText(actor: MachineView | null, report: MachineReport | null): string {
  if (report) return formatReport(report);
  return actor?.ended === null ? formatStates(actor.states) : 'not running';
}

function stateKindText({ path, kind, invokes }: ChartState, parent: ChartState | undefined): string {
  const parts = [
    parent?.initial === path && 'begins here',
    kind === 'parallel' && 'all its parts at once',
    kind === 'final' && 'an end',
    (kind === 'history' || kind === 'deep-history') && 'where it was before',
    invokes.length > 0 && `runs ${invokes.join(', ')}`,
  ].filter(Boolean);
  return parts.length > 0 ? ` (${parts.join(', ')})` : '';
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
