import { machineCatalogue } from '../machine-catalogue.ts';

interface Props {
  chosen: string;
  onChoose: (machine: string) => void;
}

/** Every machine of the client, running or not. */
export function MachineList({ chosen, onChoose }: Props) {
  return (
    <section aria-label="All machines">
      <h2>All machines</h2>
      <ul>
        {machineCatalogue.map(({ machine: { id } }) => (
          <li key={id}>
            <button
              type="button"
              className="actor plain"
              aria-current={id === chosen ? 'true' : undefined}
              onClick={() => onChoose(id)}
            >
              {id}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
