import { X } from 'lucide-react';
import type { Chart, ChartState, ChartTransition } from '../../charts/chart.ts';
import { saySpan } from '../../charts/say-span.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { MARK_WORDS, type Mark } from './chart/marks.ts';
import { useSheet } from './chart/use-sheet.ts';
import type { Marks } from './coverage.ts';
import css from './details.css?inline';
import { whyNotInBrowser } from './tested.ts';
import type { Chosen } from './use-chosen.ts';

interface Props {
  chart: Chart;
  chosen: Pick<Chosen, 'state' | 'transition'>;
  marks: Marks;
  onClose: () => void;
}

/** What a chart has no room for, of the state or the transition that is pointed at. */
export function Details({ chart, chosen, marks, onClose }: Props) {
  useSheet(css);
  const transition = chart.transitions.find(({ name }) => name === chosen.transition);
  const state = chart.states.find(({ path }) => path === chosen.state);
  const facts = transition
    ? transitionFacts(chart, transition, marks.transitions[transition.name])
    : state && stateFacts(state, marks.states[state.path]);
  if (!facts) return null;
  const unwalked = whyNotInBrowser(chart.machine, transition?.name ?? state?.path ?? '');
  return (
    <section className="details" aria-label="Details">
      <header>
        <h3>{transition?.event ?? (state?.path === '' ? chart.machine : state?.path)}</h3>
        <IconButton label="Close the details" icon={X} onClick={onClose} />
      </header>
      <dl>
        {[...facts, ['not walked in Chromium', unwalked ?? ''] as const]
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

function stateFacts({ kind, initial, tags, entry, exit, invokes }: ChartState, mark?: Mark): Fact[] {
  return [
    ['state', kind],
    ['begins in', initial ?? ''],
    ['tags', tags.join(', ')],
    ['runs', invokes.join(', ')],
    ['on entry', entry.join(', ')],
    ['on exit', exit.join(', ')],
    ['reached', mark ? MARK_WORDS[mark] : ''],
  ];
}

function transitionFacts({ machine }: Chart, transition: ChartTransition, mark?: Mark): Fact[] {
  const { source, targets, guard, actions, delayMs, reenter } = transition;
  return [
    ['from', source || machine],
    ['to', targets.length === 0 ? 'stays' : `${targets.join(', ')}${reenter ? ', entered anew' : ''}`],
    ['if', guard ?? ''],
    ['after', delayMs === null ? '' : saySpan(delayMs)],
    ['does', actions.join(', ')],
    ['reached', mark ? MARK_WORDS[mark] : ''],
  ];
}
