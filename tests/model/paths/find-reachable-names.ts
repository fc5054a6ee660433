import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { allNodes, pathOf, transitionsOf } from '../../../client/devtools/charts/inventory.ts';
import { getInventory } from './get-inventory.ts';

/**
 * Names of the transitions and states that a machine may reach from its current state, whatever its guards say. A search
 * leaves out all others.
 */
export function findReachableNames(
  machine: AnyStateMachine,
  { _nodes }: AnyMachineSnapshot,
): ReadonlySet<string> {
  const { nameOf } = getInventory(machine);
  const nodes = new Set<AnyStateNode>(_nodes);
  const names = new Set<string>();
  // Iterating over a set includes the elements that are added during the iteration.
  for (const node of nodes) {
    names.add(pathOf(node));
    for (const transition of transitionsOf(node)) {
      names.add(nameOf(transition));
      const targets = (transition.target ?? []) as AnyStateNode[];
      for (const entered of targets.flatMap((target) => [...listAncestors(target), ...allNodes(target)]))
        nodes.add(entered);
    }
  }
  return names;
}

function listAncestors({ parent }: AnyStateNode): AnyStateNode[] {
  const node = parent as AnyStateNode | undefined;
  return node ? [node, ...listAncestors(node)] : [];
}
