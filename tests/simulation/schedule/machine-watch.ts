import type { AnyMachineSnapshot, AnyTransitionDefinition, InspectionEvent } from 'xstate';
import type { MachinesReport } from '@cruddur/shared';
import { createInventory, isLeaf, pathOf } from '../../../client/src/devtools/charts/inventory.ts';
import {
  registerActor,
  watchActors,
  type MachineActor,
} from '../../../client/src/devtools/inspect/running-actors.ts';

/** Which states and transitions of the machines a schedule reaches. */
export interface MachineWatch {
  addReport(report: MachinesReport): void;
  /** As `connection: live` and `connection: live: LOST`. */
  reached(): string[];
  /** Forgets the actors, which otherwise live as long as the program: those of killed tabs never end. */
  stop(): void;
}

const inventories = new WeakMap<object, (transition: AnyTransitionDefinition) => string>();

export function watchMachines(): MachineWatch {
  const reached = new Set<string>();
  const actors = new Set<MachineActor>();

  function addStates({ machine, _nodes: nodes }: AnyMachineSnapshot): void {
    for (const node of nodes) if (isLeaf(node)) reached.add(`${machine.id}: ${pathOf(node)}`);
  }

  function watchActor(actor: MachineActor): () => void {
    const { id, root } = actor.logic;
    let nameOf = inventories.get(root);
    if (!nameOf) inventories.set(root, (nameOf = createInventory(actor.logic).nameOf));
    actors.add(actor);
    addStates(actor.getSnapshot() as AnyMachineSnapshot);
    const inspection = actor.system.inspect((inspected: InspectionEvent) => {
      if (inspected.actorRef !== actor || inspected.type !== '@xstate.microstep') return;
      for (const transition of inspected._transitions) reached.add(`${id}: ${nameOf(transition)}`);
      addStates(inspected.snapshot as AnyMachineSnapshot);
    });
    return () => inspection.unsubscribe();
  }

  const stopWatching = watchActors(({ actor }) => watchActor(actor));
  return {
    addReport({ machines }) {
      for (const { machine, moves } of machines)
        for (const [move, count] of Object.entries(moves)) if (count > 0) reached.add(`${machine}: ${move}`);
    },
    reached: () => [...reached],
    stop() {
      stopWatching();
      for (const actor of actors) registerActor(actor)();
    },
  };
}
