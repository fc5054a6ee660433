import type { EventEntry, RedactedFields, TraceEntry } from '../../../../client/devtools/inspect/trace.ts';

const START = 1_700_000_000_000;

/** Entries of one tab, at milliseconds since the start. */
export function traceTab(name: string) {
  const common = (at: number, actor: string) => ({ tab: name, n: 1, at: START + at, actor, cause: null });
  const machineState = (states: string[], context: RedactedFields = {}) => ({ states, context, timers: [] });
  const machine = (actor: string) => actor.replace(/-\d+$/, '');
  return {
    runs: (at: number, actor: string, ...states: string[]): TraceEntry => ({
      ...{ kind: 'machine', machine: machine(actor), ...common(at, actor), ...machineState(states) },
    }),
    /** The connection as pages show it. */
    connects: (at: number, status: string, event = 'LINK'): TraceEntry => ({
      ...{
        kind: 'event',
        machine: 'connection',
        event,
        payload: {},
        sender: null,
        from: [],
        taken: [],
        actions: [],
      },
      ...{ ...common(at, 'connection-1'), ...machineState(['following'], { status }) },
    }),
    gets: (
      at: number,
      actor: string,
      event: string,
      { states, sender = null, payload = {} }: Partial<EventEntry> & Pick<EventEntry, 'states'>,
    ): TraceEntry => ({
      ...{ kind: 'event', machine: machine(actor), event, payload, sender, from: [], taken: [], actions: [] },
      ...{ ...common(at, actor), ...machineState([...states]) },
    }),
    works: (at: number, actor: string, source: string): TraceEntry => ({
      ...{ kind: 'work', source, parent: actor, ...common(at, `${actor}/${source}`) },
    }),
    ends: (at: number, actor: string, how: 'done' | 'stopped' | 'unwatched' = 'done'): TraceEntry => ({
      ...{ kind: 'end', how, ...common(at, actor) },
    }),
  };
}
