import type { RedactedFields, TraceEntry } from '../inspect/trace.ts';
import { formatTimeSince, entryTitle } from './format-entry.ts';

interface Props {
  entry: TraceEntry;
  entries: readonly TraceEntry[];
  onChoose: (entry: TraceEntry) => void;
}

/** One entry: its payload, transitions and actions, with links to its cause and its effects. */
export function EntryDetails({ entry, entries, onChoose }: Props) {
  const { tab, n, cause } = entry;
  const ofTab = entries.filter((one) => one.tab === tab);
  const causeEntry = cause === null ? undefined : ofTab.find((one) => one.n === cause);
  const effects = n === 0 ? [] : ofTab.filter((one) => one.cause === n);
  return (
    <div className="payload">
      <dl>
        {entry.kind === 'event' && (
          <>
            <Field name="from" value={entry.from.join(', ')} />
            <Field name="to" value={entry.states.join(', ')} />
            {entry.taken.flat().map((name) => (
              <Field key={name} name="took" value={name} />
            ))}
            <Fields fields={entry.payload} />
            {entry.actions.length > 0 && <Field name="did" value={entry.actions.join(', ')} />}
          </>
        )}
        {(entry.kind === 'event' || entry.kind === 'machine') && (
          <>
            <Fields fields={entry.context} prefix="context" />
            {entry.timers.map(({ delay, ends }) => (
              <Field key={delay} name={delay} value={`at ${formatTimeSince(entry.at, ends)}`} />
            ))}
          </>
        )}
        <Field name="tab" value={tab} />
      </dl>
      {(causeEntry !== undefined || effects.length > 0) && (
        <ul className="links">
          {causeEntry && <EntryLink relation="because" entry={causeEntry} onChoose={onChoose} />}
          {effects.map((effect) => (
            <EntryLink key={effect.n} relation="so" entry={effect} onChoose={onChoose} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Fields({ fields, prefix }: { fields: RedactedFields; prefix?: string }) {
  return Object.entries(fields).map(([name, value]) => (
    <Field key={name} name={prefix ? `${prefix} ${name}` : name} value={String(value)} />
  ));
}

function Field({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function EntryLink({
  relation,
  entry,
  onChoose,
}: {
  relation: string;
  entry: TraceEntry;
  onChoose: (entry: TraceEntry) => void;
}) {
  return (
    <li>
      <button type="button" onClick={() => onChoose(entry)}>
        <span>{relation}</span> {entry.actor} {entryTitle(entry)}
      </button>
    </li>
  );
}
