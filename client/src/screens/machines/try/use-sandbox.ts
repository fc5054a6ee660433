import { useState } from 'react';
import { catalogue } from '../../../machines/catalogue.ts';
import { samplesOf } from '../../../machines/samples/index.ts';
import type { MachineSamples } from '../../../machines/samples/machine-samples.ts';
import type { Chosen } from '../use-chosen.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

export interface SandboxUse {
  sandbox: Sandbox;
  samples: MachineSamples;
  /** Begins with another copy, at the state that is chosen then. */
  onRestart: () => void;
}

/** A copy of the chosen machine while somebody tries it; null for one of the server. */
export function useSandbox({ machine, state, view }: Chosen): SandboxUse | null {
  const [copy, setCopy] = useState<Copy | null>(null);
  // A state that is chosen later on does not take the copy away that one is trying.
  if (view === 'try' && copy?.id !== machine) setCopy(copyOf(machine, state));
  if (view !== 'try' && copy) setCopy(null);
  if (!copy?.opened) return null;
  return { ...copy.opened, onRestart: () => setCopy(copyOf(machine, state)) };
}

interface Copy {
  id: string;
  opened: Omit<SandboxUse, 'onRestart'> | null;
}

function copyOf(id: string, state: string | null): Copy {
  const machine = catalogue.find((entry) => entry.machine.id === id)?.machine;
  if (!machine) return { id, opened: null };
  const samples = samplesOf(id);
  return { id, opened: { samples, sandbox: openSandbox(machine, samples, state) } };
}
