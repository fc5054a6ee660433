import type { RedactedFields, TraceEntry } from '../inspect/trace.ts';
import { formatTime, entryTitle } from './format-entry.ts';

interface Props {
  entry: TraceEntry;
  entries: readonly TraceEntry[];
  onChoose: (entry: TraceEntry) => void;
}

/** What is known of one entry: what came with it, what it did, what brought it about and what it brought about. */
export function EntryDetails({ entry, entries, onChoose }: Props) {
  const { tab, n, cause } = entry;
  const ofTab = entries.filter((one) => one.tab === tab);
  const reason = cause === null ? undefined : ofTab.find((one) => one.n === cause);
  const effects = n === 0 ? [] : ofTab.filter((one) => one.cause === n);
  return (
    <div className="payload">
      <dl>
        {entry.kind === 'event' && (
          <>
            <Fact name="from" value={entry.from.join(', ')} />
            <Fact name="to" value={entry.states.join(', ')} />
            {entry.taken.flat().map((name) => (
              <Fact key={name} name="took" value={name} />
            ))}
            <Facts of={entry.payload} />
            {entry.actions.length > 0 && <Fact name="did" value={entry.actions.join(', ')} />}
          </>
        )}
        {(entry.kind === 'event' || entry.kind === 'machine') && (
          <>
            <Facts of={entry.context} under="context" />
            {entry.timers.map(({ delay, ends }) => (
              <Fact key={delay} name={delay} value={`at ${formatTime(ends)}`} />
            ))}
          </>
        )}
        <Fact name="tab" value={tab} />
      </dl>
      {(reason !== undefined || effects.length > 0) && (
        <ul className="links">
          {reason && <EntryLink word="because" entry={reason} onChoose={onChoose} />}
          {effects.map((effect) => (
            <EntryLink key={effect.n} word="so" entry={effect} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Facts({ of: facts, under }: { of: RedactedFields; under?: string }) {
  return Object.entries(facts).map(([name, value]) => (
    <Fact key={name} name={under ? `${under} ${name}` : name} value={String(value)} />
  ));
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function EntryLink({
  word,
  entry,
  onChoose,
}: {
  word: string;
  entry: TraceEntry;
  onChoose: (entry: TraceEntry) => void;
}) {
  return (
    <li>
      <button type="button" onClick={() => onChoose(entry)}>
        <span>{word}</span> {entry.actor} {entryTitle(entry)}
      </button>
    </li>
  );
}
