import { SERVER_MACHINES } from '@cruddur/shared';
import { machineCatalogue } from '../machine-catalogue.ts';
import { listRunningTabs } from './actors-pane.tsx';
import { formatActorStatus } from './format-entry.ts';
import type { Actors, MachineView } from './reduce-actors.ts';

interface Props {
  actors: Actors;
  /** The id of this page's tab; null when it is unknown. */
  ownTab: string | null;
  /** The key of the shown actor; null when only a machine is chosen. */
  chosen: string | null;
  /** The id of the shown machine. */
  machine: string;
  onChooseActor: (actor: MachineView) => void;
  onChooseMachine: (machine: string) => void;
}

/** All actors and machines in one control, where there is no room for their lists. */
export function ActorPicker({ actors, ownTab, chosen, machine, onChooseActor, onChooseMachine }: Props) {
  const choose = (value: string) => {
    const actor = actors.get(value);
    if (actor?.kind === 'machine') onChooseActor(actor);
    else onChooseMachine(value);
  };
  return (
    <select
      className="actor-picker"
      aria-label="Actor"
      value={chosen !== null && actors.has(chosen) ? chosen : machine}
      onChange={(event) => choose(event.currentTarget.value)}
    >
      {listRunningTabs(actors, ownTab).map(({ tab, title, machines }) => (
        <optgroup key={tab} label={title}>
          {machines.map((actor) => (
            <option key={actor.key} value={actor.key}>
              {actor.machine}: {formatActorStatus(actor)}
            </option>
          ))}
        </optgroup>
      ))}
      <MachineOptions label="Server" ids={SERVER_MACHINES} />
      <MachineOptions label="All machines" ids={machineCatalogue.map(({ machine: { id } }) => id)} />
    </select>
  );
}

function MachineOptions({ label, ids }: { label: string; ids: readonly string[] }) {
  return (
    <optgroup label={label}>
      {ids.map((id) => (
        <option key={id} value={id}>
          {id}
        </option>
      ))}
    </optgroup>
  );
}
