import { useMemo, useSyncExternalStore } from 'react';
import type { AnyStateMachine, AnyStateNode } from 'xstate';
import { machineCatalogue } from '../../machine-catalogue.ts';
import { createInventory, pathOf } from '../../charts/inventory.ts';
import { useSelectionInView } from '../use-selection-in-view.ts';
import type { SandboxUse } from './use-sandbox.ts';
import './state-list.css';

/** All innermost states of a sandbox's machine: a press brings the sandbox there. */
export function StateList({ machine: id, sandbox, goTo }: SandboxUse) {
  const { _nodes } = useSyncExternalStore(sandbox.state.subscribe, sandbox.state.getSnapshot);
  const active = _nodes.map(pathOf);
  const list = useSelectionInView<HTMLUListElement>(active.join());
  const groups = useMemo(() => groupStates(id), [id]);
  return (
    <section className="try-states" aria-label="Go to a state">
      <h2>Go to a state</h2>
      <ul ref={list}>
        {groups.map(([region, paths]) => (
          <li key={region}>
            {region !== '' && <span>{region}</span>}
            {paths.map((path) => (
              <button
                key={path}
                type="button"
                aria-label={path}
                aria-current={active.includes(path) ? 'true' : undefined}
                onClick={() => goTo(path)}
              >
                {region === '' ? path : path.slice(region.length + 1)}
              </button>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The paths of a machine's innermost states by the region that contains them; '' for those outside of any. */
function groupStates(id: string): [region: string, paths: string[]][] {
  const machine = machineCatalogue.find((entry) => entry.machine.id === id)?.machine;
  const groups = new Map<string, string[]>();
  for (const path of machine ? createInventory(machine).states : []) {
    const region = machine ? regionOf(machine, path) : '';
    groups.set(region, [...(groups.get(region) ?? []), path]);
  }
  return [...groups];
}

/** The outermost composite state around a state that has no regions itself. */
function regionOf(machine: AnyStateMachine, path: string): string {
  const keys = path.split('.').slice(0, -1);
  let node: AnyStateNode | undefined = machine.root;
  const end = keys.findIndex((key) => {
    node = node?.states[key] as AnyStateNode | undefined;
    return node?.type !== 'parallel';
  });
  return keys.slice(0, end + 1).join('.');
}
