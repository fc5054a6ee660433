import { useState } from 'react';
import { machineCatalogue } from '../../../machines/machine-catalogue.ts';
import { getSamples } from '../../../machines/samples/get-samples.ts';
import type { MachineSamples } from '../../../machines/samples/machine-samples.ts';
import type { PageSelection } from '../use-page-selection.ts';
import { createSandbox, type Sandbox } from './sandbox.ts';

export interface SandboxUse {
  sandbox: Sandbox;
  samples: MachineSamples;
  /** Begins with another copy, at the state that is chosen then. */
  onRestart: () => void;
}

/** A copy of the chosen machine while somebody tries it; null for one of the server. */
export function useSandbox({ machine, state, view }: PageSelection): SandboxUse | null {
  const [copy, setCopy] = useState<Copy | null>(null);
  // A state that is chosen later on does not take the copy away that one is trying.
  if (view === 'try' && copy?.id !== machine) setCopy(createCopy(machine, state));
  if (view !== 'try' && copy) setCopy(null);
  if (!copy?.opened) return null;
  return { ...copy.opened, onRestart: () => setCopy(createCopy(machine, state)) };
}

interface Copy {
  id: string;
  opened: Omit<SandboxUse, 'onRestart'> | null;
}

function createCopy(id: string, state: string | null): Copy {
  const machine = machineCatalogue.find((entry) => entry.machine.id === id)?.machine;
  if (!machine) return { id, opened: null };
  const samples = getSamples(id);
  return { id, opened: { samples, sandbox: createSandbox(machine, samples, state) } };
}
