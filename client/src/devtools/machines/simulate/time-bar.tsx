import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { CSSProperties } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { formatVirtualTime } from './lane-layout.ts';
import { stepFrom, type LaneRecord } from './lane-record.ts';
import type { SimulationView } from './simulation.ts';

interface Props {
  record: LaneRecord;
  /** The number of entries before the chosen position; null is the end. */
  position: number | null;
  phase: SimulationView['phase'];
  onMove: (position: number | null) => void;
  onRun: () => void;
  onPause: () => void;
  /** Lets the schedule go on to its next event. */
  onStep: () => void;
}

const PHASE_TEXTS: Record<SimulationView['phase'], string> = {
  paused: 'paused',
  running: 'running',
  ended: 'ended',
  failed: 'failed',
};

/** Runs, pauses and steps the schedule, and moves through what it has reported. */
export function TimeBar({ record, position, phase, onMove, onRun, onPause, onStep }: Props) {
  const { entries } = record;
  const at = position ?? entries.length;
  const isOver = phase === 'ended' || phase === 'failed';
  const time = position === null ? record.at : (entries[at - 1]?.at ?? 0);
  const where = position === null ? PHASE_TEXTS[phase] : `${at} of ${entries.length} entries`;

  function goForward(): void {
    if (position !== null) onMove(stepFrom(entries, at, 1));
    else if (!isOver) onStep();
  }

  return (
    <section className="sim-time" aria-label="Time">
      <div className="keys">
        <IconButton
          label="Previous event"
          icon={SkipBack}
          disabled={at === 0}
          onClick={() => onMove(stepFrom(entries, at, -1))}
        />
        <IconButton
          className="play"
          label={phase === 'running' ? 'Pause' : 'Run'}
          icon={phase === 'running' ? Pause : Play}
          disabled={isOver}
          onClick={phase === 'running' ? onPause : onRun}
        />
        <IconButton
          label="Next event"
          icon={SkipForward}
          disabled={(isOver && position === null) || (phase === 'running' && position === null)}
          onClick={goForward}
        />
      </div>
      <input
        type="range"
        className="sim-range"
        aria-label="Virtual time"
        min={0}
        max={entries.length}
        value={at}
        disabled={entries.length === 0}
        aria-valuetext={`${formatVirtualTime(time)}, ${where}`}
        style={{ '--at': entries.length === 0 ? 0 : at / entries.length } as CSSProperties}
        onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
      />
      <p className="sim-now">
        <b>{formatVirtualTime(time)}</b> <span>{where}</span>
      </p>
    </section>
  );
}
