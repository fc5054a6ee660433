import { useVirtualizer } from '@tanstack/react-virtual';
import { ListFilter, Pause, Play } from 'lucide-react';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { IconButton } from '../../components/icon-button.tsx';
import { Icon } from '../../components/icon.tsx';
import type { TraceEntry } from '../../inspect/trace.ts';
import { useSheet } from './chart/use-sheet.ts';
import { EntryDetails } from './entry-details.tsx';
import css from './event-log.css?inline';
import type { MachineView } from './actors-at.ts';
import { filterLog, NO_FILTER, type LogFilter } from './filter-log.ts';
import { outcomeOf, timeWords, titleOf } from './words.ts';

interface Props {
  /** What the record is of: of another one, nobody has paused yet. */
  of: unknown;
  entries: readonly TraceEntry[];
  /** Whom the page shows. */
  actor: MachineView | null;
  /** The entry that the page stands at. */
  at: TraceEntry | null;
  onChoose: (entry: TraceEntry) => void;
}

const ROW_PX = 48;
const KINDS: readonly { kind: LogFilter['kind']; label: string }[] = [
  { kind: null, label: 'No heartbeats' },
  { kind: 'all', label: 'Everything' },
  { kind: 'event', label: 'Events' },
  { kind: 'command', label: 'Words to work' },
  { kind: 'machine', label: 'Machines' },
  { kind: 'work', label: 'Work' },
  { kind: 'end', label: 'Ends' },
];

/** Every event with its time, actor, and where it led; the newest on top. */
export function EventLog({ of, entries: all, actor, at, onChoose }: Props) {
  useSheet(css);
  const [filter, setFilter] = useState(NO_FILTER);
  const [onlyOne, setOnlyOne] = useState(false);
  const [held, setHeld] = useState<{ of: unknown; entries: readonly TraceEntry[] } | null>(null);
  const isPaused = held !== null && held.of === of;
  const entries = isPaused ? held.entries : all;
  const whose = onlyOne ? (actor?.key ?? null) : null;
  const shown = useMemo(
    () => filterLog(entries, { ...filter, actor: whose }).reverse(),
    [entries, filter, whose],
  );
  const [box, list] = [useRef<HTMLDivElement>(null), useId()];
  // The library's functions are not memoised, which the compiler has to know of: it leaves this component alone.
  // eslint-disable-next-line react-hooks/incompatible-library
  const rows = useVirtualizer({
    count: shown.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => idOf(shown[index]),
    overscan: 12,
  });
  const place = at ? shown.indexOf(at) : -1;
  useEffect(() => {
    if (place >= 0) rows.scrollToIndex(place, { align: 'auto' });
  }, [place, rows]);

  return (
    <section className="events" aria-label="Event log">
      <div className="ev-top">
        <h2>Events</h2>
        <IconButton
          label={isPaused ? 'Go on with the log' : 'Pause the log'}
          icon={isPaused ? Play : Pause}
          onClick={() => setHeld(isPaused ? null : { of, entries })}
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
          aria-pressed={onlyOne}
          disabled={actor === null}
          title="Only of the actor that the chart shows"
          onClick={() => setOnlyOne(!onlyOne)}
        >
          This actor
        </button>
        <span className="ev-count">{shown.length === 1 ? '1 entry' : `${shown.length} entries`}</span>
      </div>
      <div className="ev-box" ref={box} tabIndex={0} role="region" aria-label="Entries">
        {shown.length === 0 && (
          <p className="mx-none">
            {entries.length === 0 ? 'Nothing has happened yet.' : 'Nothing fits the filter.'}
          </p>
        )}
        <ol id={list} style={{ height: rows.getTotalSize() }}>
          {rows.getVirtualItems().map(({ key, index, start }) => {
            const entry = shown[index];
            if (!entry) return null;
            return (
              <li
                key={key}
                ref={rows.measureElement}
                data-index={index}
                className={classNames('ev', entry === at && 'on')}
                style={{ transform: `translateY(${start}px)` }}
              >
                <button type="button" aria-expanded={entry === at} onClick={() => onChoose(entry)}>
                  <b>{titleOf(entry)}</b>
                  <time>{timeWords(entry.at)}</time>
                  <span>{entry.actor}</span>
                  <em>{outcomeOf(entry)}</em>
                </button>
                {entry === at && <EntryDetails entry={entry} entries={entries} onChoose={onChoose} />}
              </li>
            );
          })}
        </ol>
      </div>
    </section>
  );
}

/** What the page itself has added has no number. */
const idOf = (entry: TraceEntry | undefined) =>
  entry ? [entry.tab, entry.n, entry.actor, entry.kind, entry.at].join(' ') : '';
