import { useState } from 'react';
import type { LaneHistory } from '../lanes/lane-history.ts';
import { interventionName, type Intervention } from './simulation-messages.ts';

interface Props {
  history: LaneHistory;
  /** The names of those that hold. */
  active: readonly string[];
  isOver: boolean;
  onIntervene: (what: Intervention) => void;
}

const LASTING: readonly { label: string; what: Intervention }[] = [
  { label: 'Cut Redis', what: { is: 'cut-bus' } },
  { label: 'Kill gateway a', what: { is: 'kill-gateway', lane: 'gateway a' } },
  { label: 'Kill gateway b', what: { is: 'kill-gateway', lane: 'gateway b' } },
  { label: 'Freeze Ann’s leader', what: { is: 'freeze-leader', person: 'ann' } },
  { label: 'Freeze Ben’s leader', what: { is: 'freeze-leader', person: 'ben' } },
  { label: 'Drop next envelope', what: { is: 'drop-envelope' } },
];

/** How far a clock is stepped. A gateway's clock may differ by less than a second, a tab's by anything. */
const stepOf = (lane: string) => (lane.startsWith('gateway') ? 500 : 60_000);

/** The viewer's own faults, and one more action of a person. */
export function InterventionBar({ history, active, isOver, onIntervene }: Props) {
  const [chosen, setChosen] = useState('gateway a');
  const withClocks = history.lanes.filter(
    (lane) => /^(tab|gateway)/.test(lane) && history.states.get(lane)?.at(-1)?.mode !== 'off',
  );
  const lane = withClocks.includes(chosen) ? chosen : (withClocks[0] ?? '');
  const isIdle = isOver || history.entries.length === 0;
  // The buttons keep their focus, by which the row is scrolled on a phone.
  const intervene = (what: Intervention) => !isIdle && onIntervene(what);
  return (
    <section className="sim-bar sim-faults" aria-label="Faults of your own">
      {LASTING.map(({ label, what }) => {
        const holds = active.includes(interventionName(what));
        return (
          <button
            key={label}
            type="button"
            className="sim-fault"
            aria-pressed={holds}
            title={holds ? 'Ends it' : 'Lasts until a second press, 4 s of virtual time at most'}
            aria-disabled={isIdle || undefined}
            onClick={() => intervene(what)}
          >
            {label}
          </button>
        );
      })}
      <span className="sim-field">
        <select
          aria-label="Clock to step"
          value={lane}
          disabled={isIdle}
          onChange={(event) => setChosen(event.currentTarget.value)}
        >
          {withClocks.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button
          type="button"
          className="sim-fault"
          aria-disabled={isIdle || undefined}
          onClick={() => intervene({ is: 'step-clock', lane, ms: stepOf(lane) })}
        >
          Step clock
        </button>
      </span>
      <button
        type="button"
        className="sim-fault"
        aria-disabled={isIdle || undefined}
        onClick={() => intervene({ is: 'act' })}
      >
        Add an action
      </button>
    </section>
  );
}
