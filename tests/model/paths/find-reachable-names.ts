import type { AnyMachineSnapshot, AnyStateMachine, AnyStateNode } from 'xstate';
import { allNodes, pathOf, transitionsOf } from '../../../client/src/devtools/charts/inventory.ts';
import { getInventory } from './get-inventory.ts';

/**
 * Names of the transitions and states that a machine may come to see from where it stands, whatever its guards say. What is
 * not among them need not be searched for.
 */
export function findReachableNames(
  machine: AnyStateMachine,
  { _nodes }: AnyMachineSnapshot,
): ReadonlySet<string> {
  const { nameOf } = getInventory(machine);
  const nodes = new Set<AnyStateNode>(_nodes);
  const names = new Set<string>();
  // A set that is walked through gives what is added meanwhile, too.
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
