import { observeMachine } from '../../../client/devtools/inspect/observe-machine.ts';
import type { MachineActor } from '../../../client/src/base/actors.ts';
import type { TraceEntry } from '../../../client/devtools/inspect/trace.ts';

/** Records the events of a machine as a tab reports them. */
export function recordMachine(actor: MachineActor) {
  const entries: TraceEntry[] = [];
  let at = 0;
  const stop = observeMachine(
    { name: `${actor.logic.id}-1`, actor },
    {
      now: () => (at += 1),
      addEntry: (entry) => entries.push({ ...entry, tab: 'here', n: entries.length + 1 }),
    },
  );
  return { entries, stop };
}

/** The entry as text, `2 WAKE queued > sending`, and the number of its cause. */
export function describeEntries(entries: readonly TraceEntry[]): string[] {
  return entries.map((entry) => {
    const because = entry.cause === null ? '' : ` (because of ${entry.cause})`;
    const head = `${entry.n} ${entry.actor} ${entry.kind}`;
    switch (entry.kind) {
      case 'machine':
        return `${head} in ${entry.states.join()}${because}`;
      case 'work':
        return `${head} of ${entry.parent}${because}`;
      case 'event':
        return `${head} ${entry.event}: ${entry.from.join()} > ${entry.states.join()}${because}`;
      case 'command':
        return `${head} ${entry.event}${because}`;
      case 'end':
        return `${head} ${entry.how}${because}`;
    }
  });
}

/** Lets the actors that have ended report it. */
export async function turns(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
}
