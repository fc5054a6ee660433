import type { AnyStateMachine } from 'xstate';
import { createInventory, type Inventory } from '../../../client/devtools/charts/inventory.ts';

const inventories = new WeakMap<AnyStateMachine, Inventory>();

/** The inventory of a machine, cached: searches need it at every step. */
export function getInventory(machine: AnyStateMachine): Inventory {
  const inventory = inventories.get(machine) ?? createInventory(machine);
  inventories.set(machine, inventory);
  return inventory;
}
