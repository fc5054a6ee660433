import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import type { CSSProperties } from 'react';
import { IconButton } from '../../../src/base/ui/icon.tsx';
import { formatLaneTime } from './lane-layout.ts';
import { stepFrom, type LaneHistory } from './lane-history.ts';

interface Props {
  history: LaneHistory;
  /** What the slider is called. */
  label: string;
  /** The number of entries before the chosen position; null is the end. */
  position: number | null;
  /** What happens at the end: `running`. */
  atEnd: string;
  toggle: {
    label: string;
    isRunning: boolean;
    isDisabled: boolean;
    onPress: () => void;
  };
  onMove: (position: number | null) => void;
  /** At the end, goes on to the next event; null when none can follow. */
  onStep: (() => void) | null;
}

/** Runs, pauses and steps a history, and moves through what has happened. */
export function TimeBar({ history, label, position, atEnd, toggle, onMove, onStep }: Props) {
  const { entries } = history;
  const at = position ?? entries.length;
  const time = position === null ? history.at : (entries[at - 1]?.at ?? 0);
  const where = position === null ? atEnd : `${at} of ${entries.length} entries`;

  function goForward(): void {
    if (position === null) onStep?.();
    else onMove(stepFrom(entries, at, 1));
  }

  return (
    <section className="ln-time" aria-label="Time">
      <div className="play-keys">
        <IconButton
          label="Previous event"
          icon={SkipBack}
          disabled={at === 0}
          onClick={() => onMove(stepFrom(entries, at, -1))}
        />
        <IconButton
          className="play"
          label={toggle.label}
          icon={toggle.isRunning ? Pause : Play}
          disabled={toggle.isDisabled}
          onClick={toggle.onPress}
        />
        <IconButton
          label="Next event"
          icon={SkipForward}
          disabled={position === null && !onStep}
          onClick={goForward}
        />
      </div>
      <input
        type="range"
        className="ln-range"
        aria-label={label}
        min={0}
        max={entries.length}
        value={at}
        disabled={entries.length === 0}
        aria-valuetext={`${formatLaneTime(time)}, ${where}`}
        style={{ '--at': entries.length === 0 ? 0 : at / entries.length } as CSSProperties}
        onChange={(event) => onMove(event.currentTarget.valueAsNumber)}
      />
      <p className="ln-now">
        <b>{formatLaneTime(time)}</b> <span>{where}</span>
      </p>
    </section>
  );
}
