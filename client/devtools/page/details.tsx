import { X } from 'lucide-react';
import type { Chart, ChartState, ChartTransition } from '../charts/chart.ts';
import { formatDuration } from '../charts/format-duration.ts';
import { IconButton } from '../../src/base/ui/icon.tsx';
import { COVERAGE_TEXTS, type CoverageLevel } from './chart/chart-annotations.ts';
import { explainBrowserGap, type ChartCoverage } from './coverage.ts';
import type { PageSelection } from './use-page-selection.ts';
import './details.css';

interface Props {
  chart: Chart;
  chosen: Pick<PageSelection, 'state' | 'transition'>;
  coverage: ChartCoverage;
  onClose: () => void;
}

/** The details of the chosen state or transition. */
export function Details({ chart, chosen, coverage, onClose }: Props) {
  const transition = chart.transitions.find(({ name }) => name === chosen.transition);
  const state = chart.states.find(({ path }) => path === chosen.state);
  const fields = transition
    ? transitionFields(chart, transition, coverage.transitions[transition.name])
    : state && stateFields(state, coverage.states[state.path]);
  if (!fields) return null;
  const browserGap = explainBrowserGap(chart.machine, transition?.name ?? state?.path ?? '');
  return (
    <section className="details" aria-label="Details">
      <header>
        <h3>{transition?.event ?? (state?.path === '' ? chart.machine : state?.path)}</h3>
        <IconButton label="Close details" icon={X} onClick={onClose} />
      </header>
      <dl>
        {[...fields, ['not walked in Chromium', browserGap ?? ''] as const]
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
    </section>
  );
}

type Field = readonly [name: string, value: string];

function stateFields(
  { kind, initial, tags, entry, exit, invokes }: ChartState,
  level?: CoverageLevel,
): Field[] {
  return [
    ['state', kind],
    ['begins in', initial ?? ''],
    ['tags', tags.join(', ')],
    ['runs', invokes.join(', ')],
    ['on entry', entry.join(', ')],
    ['on exit', exit.join(', ')],
    ['reached', level ? COVERAGE_TEXTS[level] : ''],
  ];
}

function transitionFields({ machine }: Chart, transition: ChartTransition, level?: CoverageLevel): Field[] {
  const { source, targets, guard, actions, delayMs, reenter } = transition;
  return [
    ['from', source || machine],
    ['to', targets.length === 0 ? 'stays' : `${targets.join(', ')}${reenter ? ', re-entered' : ''}`],
    ['if', guard ?? ''],
    ['after', delayMs === null ? '' : formatDuration(delayMs)],
    ['does', actions.join(', ')],
    ['reached', level ? COVERAGE_TEXTS[level] : ''],
  ];
}
