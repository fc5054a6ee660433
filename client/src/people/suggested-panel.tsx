import type { ShortUser } from '@cruddur/shared';
import { PersonRow } from './person-row.tsx';

export function SuggestedPanel({ people }: { people: readonly ShortUser[] }) {
  return (
    <section className="panel" aria-labelledby="suggested">
      <h2 id="suggested">Suggested Users</h2>
      {people.map((person) => (
        <PersonRow key={person.handle} person={person} />
      ))}
    </section>
  );
}
