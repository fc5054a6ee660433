import { useState } from 'react';
import { machineCatalogue } from '../../machine-catalogue.ts';
import { getSamples } from '../../samples/get-samples.ts';
import type { MachineSamples } from '../../samples/machine-samples.ts';
import type { PageSelection } from '../use-page-selection.ts';
import { createSandbox, createSandboxIn, type Sandbox } from './sandbox.ts';

export interface SandboxUse {
  machine: string;
  sandbox: Sandbox;
  samples: MachineSamples;
  /** Replaces the sandbox by a new one in the state with that path. */
  goTo: (state: string) => void;
  /** Replaces the sandbox by a new one, which starts in the chosen state. */
  onRestart: () => void;
}

/** A sandbox of the chosen machine while the view is `try`; null in other views and for a server machine. */
export function useSandbox({ machine, state, view }: PageSelection): SandboxUse | null {
  const [current, setCurrent] = useState<MachineSandbox | null>(null);
  // Choosing a state does not replace the sandbox in use.
  if (view === 'try' && current?.machine !== machine) setCurrent(createMachineSandbox(machine, state));
  if (view !== 'try' && current) setCurrent(null);
  if (!current?.content) return null;
  const startIn = (path: string | null) => setCurrent(createMachineSandbox(machine, path));
  return { machine, ...current.content, goTo: startIn, onRestart: () => startIn(state) };
}

interface MachineSandbox {
  machine: string;
  content: Pick<SandboxUse, 'sandbox' | 'samples'> | null;
}

/** @param state the path of a state to start in, as in a link; null for the initial state */
function createMachineSandbox(id: string, state: string | null): MachineSandbox {
  const machine = machineCatalogue.find((entry) => entry.machine.id === id)?.machine;
  if (!machine) return { machine: id, content: null };
  const samples = getSamples(id);
  const sandbox = state === null ? createSandbox(machine, samples) : createSandboxIn(machine, samples, state);
  return { machine: id, content: { samples, sandbox } };
}
