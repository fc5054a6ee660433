import { ListFilter, Pause, Play } from 'lucide-react';
import { useId, useMemo, useState } from 'react';
import { IconButton, Icon } from '../../src/base/ui/icon.tsx';
import type { TraceEntry } from '../inspect/trace.ts';
import { EntryDetails } from './entry-details.tsx';
import { EventList } from './event-list.tsx';
import type { MachineView } from './reduce-actors.ts';
import { filterLog, NO_FILTER, type LogFilter } from './filter-log.ts';
import { entryOutcome, formatTimeSince, entryTitle } from './format-entry.ts';
import './event-log.css';

interface Props {
  /** Identifies the recording: another one starts unpaused. */
  recordKey: unknown;
  entries: readonly TraceEntry[];
  /** The shown actor. */
  actor: MachineView | null;
  /** The entry at the chosen position. */
  at: TraceEntry | null;
  onChoose: (entry: TraceEntry) => void;
}

const KINDS: readonly { kind: LogFilter['kind']; label: string }[] = [
  { kind: null, label: 'No heartbeats' },
  { kind: 'all', label: 'Everything' },
  { kind: 'event', label: 'Events' },
  { kind: 'command', label: 'Text' },
  { kind: 'machine', label: 'Machines' },
  { kind: 'work', label: 'Work' },
  { kind: 'end', label: 'Ends' },
];

/** Every entry with its time, actor and resulting states; the newest on top. */
export function EventLog({ recordKey, entries: all, actor, at, onChoose }: Props) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [onlyThisActor, setOnlyThisActor] = useState(false);
  const [pausedLog, setPausedLog] = useState<{ recordKey: unknown; entries: readonly TraceEntry[] } | null>(
    null,
  );
  const isPaused = pausedLog !== null && pausedLog.recordKey === recordKey;
  const entries = isPaused ? pausedLog.entries : all;
  const actorKey = onlyThisActor ? (actor?.key ?? null) : null;
  const shown = useMemo(
    () => filterLog(entries, { ...filter, actor: actorKey }).reverse(),
    [entries, filter, actorKey],
  );
  const list = useId();
  const currentIndex = at ? shown.indexOf(at) : -1;
  function renderRow(row: number) {
    const entry = shown[row];
    if (!entry) return null;
    return (
      <>
        <button type="button" aria-expanded={entry === at} onClick={() => onChoose(entry)}>
          <b>{entryTitle(entry)}</b>
          <time>{formatTimeSince(entries[0]?.at ?? entry.at, entry.at)}</time>
          <span>{entry.actor}</span>
          <em>{entryOutcome(entry)}</em>
        </button>
        {entry === at && <EntryDetails entry={entry} entries={entries} onChoose={onChoose} />}
      </>
    );
  }

  return (
    <section className="events" aria-label="Event log">
      <div className="ev-top">
        <h2>Events</h2>
        <span className="ev-count">{shown.length === 1 ? '1 entry' : `${shown.length} entries`}</span>
        <IconButton
          label={isPaused ? 'Resume log' : 'Pause log'}
          icon={isPaused ? Play : Pause}
          onClick={() => setPausedLog(isPaused ? null : { recordKey, entries })}
        />
      </div>
      <label className="search">
        <Icon of={ListFilter} size="small" />
        <span className="vh">Filter events</span>
        <input
          type="search"
          placeholder="Filter by event or actor"
          value={filter.text}
          aria-controls={list}
          onChange={(event) => setFilter({ ...filter, text: event.currentTarget.value })}
        />
      </label>
      <div className="ev-kind">
        <select
          aria-label="Kind of event"
          value={filter.kind ?? ''}
          onChange={(event) =>
            setFilter({
              ...filter,
              kind: KINDS.find(({ kind }) => kind === event.currentTarget.value)?.kind ?? null,
            })
          }
        >
          {KINDS.map(({ kind, label }) => (
            <option key={label} value={kind ?? ''}>
              {label}
            </option>
          ))}
        </select>
        <button
          type="button"
          className="ev-only"
          aria-pressed={onlyThisActor}
          disabled={actor === null}
          title="Only the actor in the chart"
          onClick={() => setOnlyThisActor(!onlyThisActor)}
        >
          This actor
        </button>
      </div>
      <EventList
        id={list}
        count={shown.length}
        current={currentIndex}
        keyOf={(row) => entryKey(shown[row])}
        renderRow={renderRow}
        empty={entries.length === 0 ? 'No events yet.' : 'No events match the filter.'}
      />
    </section>
  );
}

/** Entries that the page has added share the number 0, so it is not a key alone. */
const entryKey = (entry: TraceEntry | undefined) =>
  entry ? [entry.tab, entry.n, entry.actor, entry.kind, entry.at].join(' ') : '';
