import type { MachineView } from './reduce-actors.ts';

/** What an actor knows, as far as it may be shown: it follows it through the record. */
export function ContextLine({ actor: { context } }: { actor: MachineView }) {
  const facts = Object.entries(context);
  if (facts.length === 0) return null;
  return (
    <dl className="context" aria-label="Context">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' ? 'none' : String(value)}</dd>
        </div>
      ))}
    </dl>
  );
}
