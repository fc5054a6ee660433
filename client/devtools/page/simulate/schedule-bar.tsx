import { sabotages } from 'virtual:simulation';
import { RotateCcw } from 'lucide-react';
import { useId, useState, type SyntheticEvent } from 'react';
import { Button } from '../../../src/base/ui/button.tsx';
import { Icon } from '../../../src/base/ui/icon.tsx';
import { parseSeed, SPEEDS, type SimulationAddress } from './use-simulation-address.ts';

interface Props {
  address: SimulationAddress;
  onChoose: (changes: Partial<SimulationAddress>) => void;
  onSpeed: (speed: SimulationAddress['speed']) => void;
  onRestart: () => void;
  isBegun: boolean;
}

/** Chooses the schedule: its seed, its sabotage, and how fast it runs. */
export function ScheduleBar({ address, onChoose, onSpeed, onRestart, isBegun }: Props) {
  const { seed, sabotage, only, speed } = address;
  const [text, setText] = useState(String(seed));
  const [seedId, errorId] = [useId(), useId()];
  const typed = parseSeed(text);

  function open(event: SyntheticEvent): void {
    event.preventDefault();
    if (typed !== null) onChoose({ seed: typed, only: '' });
  }

  return (
    <section className="sim-bar" aria-label="Schedule">
      <form className="sim-field sim-seed" onSubmit={open}>
        <label htmlFor={seedId}>Seed</label>
        <input
          id={seedId}
          className="input"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          aria-invalid={typed === null || undefined}
          aria-describedby={typed === null ? errorId : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {text !== String(seed) && (
          <Button small variant="outline" type="submit" disabled={typed === null}>
            Open
          </Button>
        )}
        <Button small variant="outline" onClick={() => onChoose({ seed: seed + 1, only: '' })}>
          Next seed
        </Button>
        {typed === null && (
          <p id={errorId} className="sim-error">
            Enter a whole number.
          </p>
        )}
      </form>
      <label className="sim-field">
        <span>Sabotage</span>
        <select value={sabotage} onChange={(event) => onChoose({ sabotage: event.currentTarget.value })}>
          <option value="">None</option>
          {sabotages.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label className="sim-field">
        <span>Speed</span>
        <select
          value={speed}
          onChange={(event) => {
            const chosen = SPEEDS.find(({ value }) => value === event.currentTarget.value);
            if (chosen) onSpeed(chosen.value);
          }}
        >
          {SPEEDS.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      </label>
      {only !== '' && (
        <Button
          small
          variant="outline"
          title={`Only the parts ${only}`}
          onClick={() => onChoose({ only: '' })}
        >
          Run all parts
        </Button>
      )}
      <Button small variant="quiet" disabled={!isBegun} onClick={onRestart}>
        <Icon of={RotateCcw} size="small" />
        Restart
      </Button>
    </section>
  );
}
