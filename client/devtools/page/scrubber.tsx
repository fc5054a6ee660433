import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useMemo, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { IconButton } from '../../src/base/ui/icon.tsx';
import type { TraceEntry } from '../inspect/trace.ts';
import { formatTimeAxis, formatTimeSince } from './format-entry.ts';
import './scrubber.css';

interface Props {
  entries: readonly TraceEntry[];
  /** The number of entries before the chosen position; null is the end. */
  position: number | null;
  onMove: (position: number | null) => void;
  /** The id of the shown machine. */
  chosen: string;
}

const MAX_LANES = 3;
const PAGE_STEP = 20;
const LABELS = 5;

/** The recorded time as a slider, once there is any; the rest of the page shows the chosen position. */
export function Scrubber(props: Props) {
  return (
    <section className="scrub" aria-label="Time">
      {props.entries.length === 0 ? (
        <p className="machines-empty">Nothing has been recorded yet. Events appear here as machines run.</p>
      ) : (
        <RecordedTime {...props} />
      )}
    </section>
  );
}

function RecordedTime({ entries, position, onMove, chosen }: Props) {
  const at = position ?? entries.length;
  const [first, last] = [entries[0]?.at ?? 0, entries.at(-1)?.at ?? 0];
  const span = Math.max(last - first, 1);
  const fractionOf = (time: number) => (time - first) / span;
  const lanes = useMemo(() => laneTimes(entries, lanesOf(entries, chosen)), [entries, chosen]);
  const goTo = (to: number) => onMove(to >= entries.length ? null : Math.max(to, 0));
  const currentTime = entries[at - 1]?.at ?? first;

  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 }[event.key];
    const jump = { PageUp: at + PAGE_STEP, PageDown: at - PAGE_STEP, Home: 0, End: entries.length }[
      event.key
    ];
    const next = step ?? jump;
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  }

  function onPointer(event: PointerEvent<HTMLDivElement>): void {
    if (event.buttons !== 1) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const time = first + ((event.clientX - left) / width) * span;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const after = entries.findIndex((entry) => entry.at > time);
    goTo(after === -1 ? entries.length : after);
  }

  return (
    <>
      <div className="play-keys">
        <IconButton label="Previous event" icon={SkipBack} disabled={at === 0} onClick={() => goTo(at - 1)} />
        <IconButton
          className="play"
          label={position === null ? 'Pause' : 'Go to now'}
          icon={position === null ? Pause : Play}
          onClick={() => onMove(position === null ? entries.length : null)}
        />
        <IconButton
          label="Next event"
          icon={SkipForward}
          disabled={at >= entries.length}
          onClick={() => goTo(at + 1)}
        />
      </div>
      <div className="track">
        <ul className="names" aria-hidden="true">
          {lanes.map(({ lane }) => (
            <li key={lane}>{lane}</li>
          ))}
        </ul>
        <div className="lanes" onPointerDown={onPointer} onPointerMove={onPointer}>
          {lanes.map(({ lane, times }) => (
            <div key={lane} className="lane" aria-hidden="true">
              {times.map((time, index) => (
                <i key={index} style={{ insetInlineStart: `${fractionOf(time) * 100}%` }} />
              ))}
            </div>
          ))}
          <div
            className="cursor"
            role="slider"
            tabIndex={0}
            aria-label="Recorded time"
            aria-valuemin={0}
            aria-valuemax={entries.length}
            aria-valuenow={at}
            aria-valuetext={`${formatTimeSince(first, currentTime)}, ${position === null ? 'live' : `${at} of ${entries.length} entries`}`}
            style={
              {
                insetInlineStart: `${fractionOf(currentTime) * 100}%`,
                '--at': fractionOf(currentTime),
              } as CSSProperties
            }
            onKeyDown={onKeyDown}
          >
            <b>{formatTimeSince(first, currentTime)}</b>
          </div>
        </div>
        <div className="axis" aria-hidden="true">
          {formatTimeAxis(first, last, LABELS).map((label) => (
            <span key={label}>{label}</span>
          ))}
        </div>
      </div>
    </>
  );
}

/** The chosen machine and the ones with the most events. */
function lanesOf(entries: readonly TraceEntry[], chosen: string): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    if (entry.kind === 'event') counts.set(entry.machine, (counts.get(entry.machine) ?? 0) + 1);
  const busiest = [...counts].sort(([, one], [, other]) => other - one).map(([machine]) => machine);
  return [chosen, ...busiest.filter((machine) => machine !== chosen)].slice(0, MAX_LANES);
}

/** The times of the machines' events; events that would be drawn as one line are merged. */
function laneTimes(entries: readonly TraceEntry[], lanes: readonly string[]) {
  const minGap = ((entries.at(-1)?.at ?? 0) - (entries[0]?.at ?? 0)) / 400;
  return lanes.map((lane) => {
    const times: number[] = [];
    for (const entry of entries) {
      if (entry.kind !== 'event' || entry.machine !== lane) continue;
      if (times.length === 0 || entry.at - (times.at(-1) ?? 0) > minGap) times.push(entry.at);
    }
    return { lane, times };
  });
}
