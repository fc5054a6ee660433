import { useVirtualizer } from '@tanstack/react-virtual';
import { clsx } from 'clsx';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useStyleSheet } from '../chart/use-style-sheet.ts';
import css from '../event-log.css?inline';
import { formatLaneTime } from './lane-layout.ts';
import { isQuiet, type LaneEntry } from './lane-entry.ts';

interface Props {
  entries: readonly LaneEntry[];
  /** The number of entries before the chosen position; null is the end. */
  position: number | null;
  onMove: (position: number) => void;
  /** What a kind of event is called here, if not as usual. */
  labels?: Partial<Record<Kind, string>>;
}

type Kind = 'usual' | 'messages' | 'history' | 'states' | 'all';
const KINDS: Record<Kind, { label: string; has: (entry: LaneEntry) => boolean }> = {
  usual: { label: 'No ticks', has: (entry) => !isQuiet(entry) && entry.kind !== 'state' },
  messages: {
    label: 'Messages',
    has: (entry) =>
      entry.kind === 'lost' || (entry.kind === 'event' && entry.from !== null && !isQuiet(entry)),
  },
  history: {
    label: 'History',
    has: (entry) => entry.kind === 'record' || entry.kind === 'fault',
  },
  states: { label: 'States', has: (entry) => entry.kind === 'state' },
  all: { label: 'Everything', has: () => true },
};
const KIND_NAMES = Object.keys(KINDS) as Kind[];
const ROW_PX = 48;

/** The events as text, the newest on top: what the lanes draw. */
export function LaneEvents({ entries, position, onMove, labels = {} }: Props) {
  useStyleSheet(css);
  const [kind, setKind] = useState<Kind>('usual');
  const shown = useMemo(() => {
    const { has } = KINDS[kind];
    return entries.flatMap((entry, index) => (has(entry) ? [{ entry, index }] : [])).reverse();
  }, [entries, kind]);
  const box = useRef<HTMLDivElement>(null);
  // The library's functions are not memoised, so the React compiler skips this component.
  // oxlint-disable-next-line react/incompatible-library
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (row) => shown[row]?.index ?? row,
    overscan: 12,
  });
  const current = position === null ? -1 : shown.findIndex(({ index }) => index < position);
  useEffect(() => {
    if (current >= 0) rows.scrollToIndex(current, { align: 'auto' });
  }, [current, rows]);

  return (
    <section className="events" aria-label="Events">
      <div className="ev-top">
        <h2>Events</h2>
        <span className="ev-kind">
          <span className="ev-count">{shown.length === 1 ? '1 entry' : `${shown.length} entries`}</span>
          <select
            aria-label="Kind of event"
            value={kind}
            onChange={(event) =>
              setKind(KIND_NAMES.find((name) => name === event.currentTarget.value) ?? 'usual')
            }
          >
            {KIND_NAMES.map((name) => (
              <option key={name} value={name}>
                {labels[name] ?? KINDS[name].label}
              </option>
            ))}
          </select>
        </span>
      </div>
      <div className="ev-box" ref={box} tabIndex={0} role="region" aria-label="Entries">
        {shown.length === 0 && <p className="machines-empty">Nothing has happened yet.</p>}
        <ol style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index: row, start }) => {
            const found = shown[row];
            if (!found) return null;
            const { entry, index } = found;
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={row}
                className={clsx('ev', row === current && 'on')}
                style={{ transform: `translateY(${start}px)` }}
              >
                <button
                  type="button"
                  aria-current={row === current ? 'true' : undefined}
                  onClick={() => onMove(index + 1)}
                >
                  <b>{titleOf(entry)}</b>
                  <time>{formatLaneTime(entry.at)}</time>
                  <span>{placeOf(entry)}</span>
                </button>
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** What one tab tells another, of which a label has the beginning; the line below names both. */
function describeTabMessage(label: string): string | null {
  if (!label.startsWith('hears tab')) return null;
  const [from, kind] = [/"from":"(\w+)/, /"kind":"(\w+)/].map((part) => part.exec(label)?.[1]);
  return [from === undefined ? 'outbox' : `from ${from}`, kind].filter(Boolean).join(': ');
}

function titleOf(entry: LaneEntry): string {
  switch (entry.kind) {
    case 'event':
      return describeTabMessage(entry.label) ?? entry.label;
    case 'record':
      return entry.label;
    case 'lost':
      return `${entry.label}, lost`;
    case 'state':
      return entry.text;
    case 'fault':
      return entry.isOver ? `end of ${entry.name}` : entry.name;
  }
}

function placeOf(entry: LaneEntry): string {
  switch (entry.kind) {
    case 'event':
    case 'lost':
      return entry.from === null ? entry.lane : `${entry.from} → ${entry.lane}`;
    case 'record':
    case 'state':
      return entry.lane;
    case 'fault':
      return 'faults';
  }
}
