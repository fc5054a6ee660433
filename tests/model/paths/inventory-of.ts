import type { AnyStateMachine } from 'xstate';
import { takeInventory, type Inventory } from '../../../client/src/charts/inventory.ts';

const taken = new WeakMap<AnyStateMachine, Inventory>();

/** The inventory of a machine, taken once: searches ask for it at every step. */
export function inventoryOf(machine: AnyStateMachine): Inventory {
  const inventory = taken.get(machine) ?? takeInventory(machine);
  taken.set(machine, inventory);
  return inventory;
}
