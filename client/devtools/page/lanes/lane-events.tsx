import { useMemo, useState } from 'react';
import { EventList } from '../event-list.tsx';
import { formatLaneTime } from './lane-layout.ts';
import { isQuiet, type LaneEntry } from './lane-entry.ts';
import '../event-log.css';

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

/** The events as text, the newest on top: what the lanes draw. */
export function LaneEvents({ entries, position, onMove, labels = {} }: Props) {
  const [kind, setKind] = useState<Kind>('usual');
  const shown = useMemo(() => {
    const { has } = KINDS[kind];
    return entries.flatMap((entry, index) => (has(entry) ? [{ entry, index }] : [])).reverse();
  }, [entries, kind]);
  const current = position === null ? -1 : shown.findIndex(({ index }) => index < position);
  function renderRow(row: number) {
    const found = shown[row];
    if (!found) return null;
    const { entry, index } = found;
    return (
      <button
        type="button"
        aria-current={row === current ? 'true' : undefined}
        onClick={() => onMove(index + 1)}
      >
        <b>{titleOf(entry)}</b>
        <time>{formatLaneTime(entry.at)}</time>
        <span>{lanesOf(entry)}</span>
      </button>
    );
  }

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
      <EventList
        count={shown.length}
        current={current}
        keyOf={(row) => shown[row]?.index ?? row}
        renderRow={renderRow}
        empty="Nothing has happened yet."
      />
    </section>
  );
}

/** What one tab tells another, of which a label has the beginning; the line below names both. */
function describeTabMessage(label: string): string | null {
  if (!label.startsWith('hears tab')) return null;
  const [from, kind] = [/"from":"(\w+)/, /"kind":"([\w-]+)/].map((part) => part.exec(label)?.[1]);
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

function lanesOf(entry: LaneEntry): string {
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
