import { createActor } from 'xstate';
import { registerActor } from '../../devtools/index.ts';
import {
  connectionMachine,
  eventsLeadingTo,
  type ConnectionEvent,
} from '../../machines/connection.machine.ts';
import type { ConnectionState } from '../connection/connection-state.ts';

/** What a tab is told of the connection. */
export interface ConnectionActor {
  sendEvent: (event: ConnectionEvent) => void;
  /** The events that bring another tab's view of it to where ours is. */
  eventsSoFar: () => ConnectionEvent[];
}

/** Starts the machine of the connection, which goes on from what the page showed until now. */
export function startConnectionActor(connectionState: {
  getSnapshot: () => ConnectionState;
  set: (state: ConnectionState) => void;
}): ConnectionActor {
  const actor = createActor(connectionMachine).start();
  registerActor(actor);
  actor.send({ type: 'START' });
  if (connectionState.getSnapshot().status === 'reconnecting') actor.send({ type: 'LOST' });
  actor.subscribe(({ value, context }) => connectionState.set({ status: value, proved: context.proved }));
  return {
    sendEvent: (event) => actor.send(event),
    eventsSoFar: () => eventsLeadingTo(actor.getSnapshot()),
  };
}
