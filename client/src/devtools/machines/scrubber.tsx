import { Pause, Play, SkipBack, SkipForward } from 'lucide-react';
import { useMemo, type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import type { TraceEntry } from '../inspect/trace.ts';
import { useStyleSheet } from './chart/use-style-sheet.ts';
import css from './scrubber.css?inline';
import { formatTime } from './format-entry.ts';

interface Props {
  entries: readonly TraceEntry[];
  /** How many entries have happened where the page stands; null is now. */
  position: number | null;
  onMove: (place: number | null) => void;
  /** The machine that the page shows. */
  chosen: string;
}

const MAX_LANES = 3;
const PAGE_STEP = 20;
const LABELS = 5;

/** The recorded time: step through it, or drag; everything else on the page follows. */
export function Scrubber({ entries, position, onMove, chosen }: Props) {
  useStyleSheet(css);
  const at = position ?? entries.length;
  const [first, last] = [entries[0]?.at ?? 0, entries.at(-1)?.at ?? 0];
  const span = Math.max(last - first, 1);
  const share = (time: number) => (time - first) / span;
  const marks = useMemo(() => laneTimes(entries, lanesOf(entries, chosen)), [entries, chosen]);
  const goTo = (to: number) => onMove(to >= entries.length ? null : Math.max(to, 0));
  const currentTime = entries[at - 1]?.at ?? first;

  function onKeyDown(event: KeyboardEvent): void {
    const to = { ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1 }[event.key];
    const far = { PageUp: at + PAGE_STEP, PageDown: at - PAGE_STEP, Home: 0, End: entries.length }[event.key];
    const next = to ?? far;
    if (next === undefined) return;
    event.preventDefault();
    goTo(next);
  }

  function onPointer(event: PointerEvent<HTMLDivElement>): void {
    if (event.buttons !== 1 || entries.length === 0) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const time = first + ((event.clientX - left) / width) * span;
    if (event.type === 'pointerdown') event.currentTarget.setPointerCapture(event.pointerId);
    const after = entries.findIndex((entry) => entry.at > time);
    goTo(after === -1 ? entries.length : after);
  }

  return (
    <section className="scrub" aria-label="Time">
      <div className="keys">
        <IconButton label="One event back" icon={SkipBack} disabled={at === 0} onClick={() => goTo(at - 1)} />
        <IconButton
          className="play"
          label={position === null ? 'Stand still' : 'Go on to now'}
          icon={position === null ? Pause : Play}
          onClick={() => onMove(position === null ? entries.length : null)}
        />
        <IconButton
          label="One event on"
          icon={SkipForward}
          disabled={at >= entries.length}
          onClick={() => goTo(at + 1)}
        />
      </div>
      <div className="track">
        <ul className="names" aria-hidden="true">
          {marks.map(({ lane }) => (
            <li key={lane}>{lane}</li>
          ))}
        </ul>
        <div className="lanes" onPointerDown={onPointer} onPointerMove={onPointer}>
          {marks.map(({ lane, times }) => (
            <div key={lane} className="lane" aria-hidden="true">
              {times.map((time, index) => (
                <i key={index} style={{ insetInlineStart: `${share(time) * 100}%` }} />
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
            aria-valuetext={`${formatTime(currentTime)}, ${position === null ? 'live' : `${at} of ${entries.length} entries`}`}
            style={
              {
                insetInlineStart: `${share(currentTime) * 100}%`,
                '--at': share(currentTime),
              } as CSSProperties
            }
            onKeyDown={onKeyDown}
          >
            <b>{formatTime(currentTime)}</b>
          </div>
        </div>
        <div className="axis" aria-hidden="true">
          {Array.from({ length: LABELS }, (_, index) => (
            <span key={index}>{formatTime(first + (span * index) / (LABELS - 1)).slice(0, 8)}</span>
          ))}
        </div>
      </div>
    </section>
  );
}

/** The chosen machine, and those that have the most to tell. */
function lanesOf(entries: readonly TraceEntry[], chosen: string): string[] {
  const counts = new Map<string, number>();
  for (const entry of entries)
    if (entry.kind === 'event') counts.set(entry.machine, (counts.get(entry.machine) ?? 0) + 1);
  const busiest = [...counts].sort(([, one], [, other]) => other - one).map(([machine]) => machine);
  return [chosen, ...busiest.filter((machine) => machine !== chosen)].slice(0, MAX_LANES);
}

/** Where in time the events of some machines lie; neighbours that would be one line are one. */
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
