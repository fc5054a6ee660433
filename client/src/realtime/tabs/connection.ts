import { createActor } from 'xstate';
import { introduce } from '../../inspect/living-actors.ts';
import { connectionMachine, replayOf, type ConnectionEvent } from '../../machines/connection.machine.ts';
import type { LineState } from '../line-state.ts';

/** What a tab is told of the connection. */
export interface Connection {
  tell: (event: ConnectionEvent) => void;
  /** The events that bring another tab's view of it to where ours is. */
  soFar: () => ConnectionEvent[];
}

/** Starts the machine of the connection, which goes on from what the page showed until now. */
export function startConnection(line: {
  getSnapshot: () => LineState;
  set: (state: LineState) => void;
}): Connection {
  const actor = createActor(connectionMachine).start();
  introduce(actor);
  actor.send({ type: 'START' });
  if (line.getSnapshot().status === 'reconnecting') actor.send({ type: 'LOST' });
  actor.subscribe(({ value, context }) => line.set({ status: value, proved: context.proved }));
  return {
    tell: (event) => actor.send(event),
    soFar: () => replayOf(actor.getSnapshot()),
  };
}
