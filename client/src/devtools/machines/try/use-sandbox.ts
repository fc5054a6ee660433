import { useState } from 'react';
import { machineCatalogue } from '../../../machines/machine-catalogue.ts';
import { getSamples } from '../../../machines/samples/get-samples.ts';
import type { MachineSamples } from '../../../machines/samples/machine-samples.ts';
import type { PageSelection } from '../use-page-selection.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

export interface SandboxUse {
  sandbox: Sandbox;
  samples: MachineSamples;
  /** Replaces the sandbox by a new one, which starts in the chosen state. */
  onRestart: () => void;
}

/** A sandbox of the chosen machine while the view is `try`; null in other views and for a server machine. */
export function useSandbox({ machine, state, view }: PageSelection): SandboxUse | null {
  const [current, setCurrent] = useState<MachineSandbox | null>(null);
  // Choosing a state does not replace the sandbox in use.
  if (view === 'try' && current?.id !== machine) setCurrent(createMachineSandbox(machine, state));
  if (view !== 'try' && current) setCurrent(null);
  if (!current?.content) return null;
  return { ...current.content, onRestart: () => setCurrent(createMachineSandbox(machine, state)) };
}

interface MachineSandbox {
  id: string;
  content: Omit<SandboxUse, 'onRestart'> | null;
}

function createMachineSandbox(id: string, state: string | null): MachineSandbox {
  const machine = machineCatalogue.find((entry) => entry.machine.id === id)?.machine;
  if (!machine) return { id, content: null };
  const samples = getSamples(id);
  return { id, content: { samples, sandbox: createSandbox(machine, samples, state) } };
}
