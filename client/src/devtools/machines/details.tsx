import { X } from 'lucide-react';
import type { Chart, ChartState, ChartTransition } from '../charts/chart.ts';
import { formatDuration } from '../charts/format-duration.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { COVERAGE_TEXTS, type CoverageLevel } from './chart/chart-annotations.ts';
import { useStyleSheet } from './chart/use-style-sheet.ts';
import type { ChartCoverage } from './compute-coverage.ts';
import css from './details.css?inline';
import { explainBrowserGap } from './test-coverage.ts';
import type { PageSelection } from './use-page-selection.ts';

interface Props {
  chart: Chart;
  chosen: Pick<PageSelection, 'state' | 'transition'>;
  marks: ChartCoverage;
  onClose: () => void;
}

/** What a chart has no room for, of the state or the transition that is pointed at. */
export function Details({ chart, chosen, marks, onClose }: Props) {
  useStyleSheet(css);
  const transition = chart.transitions.find(({ name }) => name === chosen.transition);
  const state = chart.states.find(({ path }) => path === chosen.state);
  const facts = transition
    ? transitionFacts(chart, transition, marks.transitions[transition.name])
    : state && stateFacts(state, marks.states[state.path]);
  if (!facts) return null;
  const browserGap = explainBrowserGap(chart.machine, transition?.name ?? state?.path ?? '');
  return (
    <section className="details" aria-label="Details">
      <header>
        <h3>{transition?.event ?? (state?.path === '' ? chart.machine : state?.path)}</h3>
        <IconButton label="Close the details" icon={X} onClick={onClose} />
      </header>
      <dl>
        {[...facts, ['not walked in Chromium', browserGap ?? ''] as const]
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

type Fact = readonly [name: string, value: string];

function stateFacts({ kind, initial, tags, entry, exit, invokes }: ChartState, mark?: CoverageLevel): Fact[] {
  return [
    ['state', kind],
    ['begins in', initial ?? ''],
    ['tags', tags.join(', ')],
    ['runs', invokes.join(', ')],
    ['on entry', entry.join(', ')],
    ['on exit', exit.join(', ')],
    ['reached', mark ? COVERAGE_TEXTS[mark] : ''],
  ];
}

function transitionFacts({ machine }: Chart, transition: ChartTransition, mark?: CoverageLevel): Fact[] {
  const { source, targets, guard, actions, delayMs, reenter } = transition;
  return [
    ['from', source || machine],
    ['to', targets.length === 0 ? 'stays' : `${targets.join(', ')}${reenter ? ', entered anew' : ''}`],
    ['if', guard ?? ''],
    ['after', delayMs === null ? '' : formatDuration(delayMs)],
    ['does', actions.join(', ')],
    ['reached', mark ? COVERAGE_TEXTS[mark] : ''],
  ];
}
