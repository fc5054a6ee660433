import { createActor } from 'xstate';
import { registerActor } from '../../devtools/index.ts';
import type { Timers } from '../../runtime/runtime.ts';
import { toActorClock } from '../../runtime/to-actor-clock.ts';
import {
  connectionMachine,
  eventsLeadingTo,
  type ConnectionEvent,
} from '../../machines/connection.machine.ts';

/** The state of a tab's connection. */
export interface ConnectionState {
  status: 'idle' | 'connecting' | 'live' | 'reconnecting' | 'polling' | 'refused';
  /** After a loss: the cursors show that no event was missed. */
  proved: boolean;
}

/** The connection's machine as a tab uses it. */
export interface ConnectionActor {
  sendEvent: (event: ConnectionEvent) => void;
  /** The events that lead another tab's machine to the state of this one. */
  eventsSoFar: () => ConnectionEvent[];
}

/** Starts the connection's machine in the state that the page shows. */
export function startConnectionActor(
  connectionState: { getSnapshot: () => ConnectionState; set: (state: ConnectionState) => void },
  timers: Timers,
): ConnectionActor {
  const actor = createActor(connectionMachine, { clock: toActorClock(timers) }).start();
  registerActor(actor);
  actor.send({ type: 'START' });
  if (connectionState.getSnapshot().status === 'reconnecting') actor.send({ type: 'LOST' });
  actor.subscribe(({ value, context }) => connectionState.set({ status: value, proved: context.proved }));
  return {
    sendEvent: (event) => actor.send(event),
    eventsSoFar: () => eventsLeadingTo(actor.getSnapshot()),
  };
}
