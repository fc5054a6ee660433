import { useMemo, useState } from 'react';
import { catalogue } from '../../../machines/catalogue.ts';
import { samplesOf } from '../../../machines/samples/index.ts';
import type { MachineSamples } from '../../../machines/samples/machine-samples.ts';
import type { Chosen } from '../use-chosen.ts';
import { openSandbox, type Sandbox } from './sandbox.ts';

export interface SandboxUse {
  sandbox: Sandbox;
  samples: MachineSamples;
  onRestart: () => void;
}

/** A copy of the chosen machine while somebody tries it, begun at the chosen state if there is one. */
export function useSandbox({ machine: id, state, view }: Chosen): SandboxUse | null {
  const [round, setRound] = useState(0);
  const isTried = view === 'try';
  const sandbox = useMemo(() => {
    const machine = catalogue.find((entry) => entry.machine.id === id)?.machine;
    return isTried && machine ? openSandbox(machine, samplesOf(id), state) : null;
    // Each round begins with a new copy.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isTried, id, state, round]);
  return sandbox && { sandbox, samples: samplesOf(id), onRestart: () => setRound(round + 1) };
}
