import { assign, setup, type SnapshotFrom } from 'xstate';
import type { ByeCode } from '@cruddur/shared';

export type ConnectionEvent =
  | { type: 'START' }
  | { type: 'READY'; resumed: boolean }
  | { type: 'LOST' }
  | { type: 'REFUSED'; code: ByeCode }
  /** No socket can be opened, but HTTP requests are answered. */
  | { type: 'POLLING' }
  | { type: 'STOP' };

/** The state of the user's one connection, as every tab shows it. The connection itself may be held by another tab. */
export const connectionMachine = setup({
  types: {
    /** `proved`: after a loss, the server has replayed every missed event. */
    context: {} as { refusal: ByeCode | null; proved: boolean },
    events: {} as ConnectionEvent,
    tags: {} as 'live' | 'waiting',
  },
  actions: {
    keepRefusal: assign({ refusal: ({ event }) => (event.type === 'REFUSED' ? event.code : null) }),
    forgetRefusal: assign({ refusal: null }),
    keepProof: assign({ proved: ({ event }) => event.type === 'READY' && event.resumed }),
  },
}).createMachine({
  id: 'connection',
  context: { refusal: null, proved: false },
  initial: 'idle',
  on: { STOP: { target: '.idle', actions: 'forgetRefusal' } },
  states: {
    idle: { on: { START: 'connecting' } },
    connecting: {
      tags: 'waiting',
      on: {
        READY: { target: 'live', actions: 'keepProof' },
        LOST: 'reconnecting',
        POLLING: 'polling',
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
      },
    },
    live: {
      tags: 'live',
      entry: 'forgetRefusal',
      on: { LOST: 'reconnecting', REFUSED: { target: 'refused', actions: 'keepRefusal' } },
    },
    reconnecting: {
      tags: 'waiting',
      on: {
        READY: { target: 'live', actions: 'keepProof' },
        POLLING: 'polling',
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
      },
    },
    polling: {
      tags: 'live',
      on: {
        READY: { target: 'live', actions: 'keepProof' },
        LOST: 'reconnecting',
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
      },
    },
    refused: {
      tags: 'waiting',
      on: {
        START: 'connecting',
        LOST: 'reconnecting',
        READY: { target: 'live', actions: 'keepProof' },
      },
    },
  },
});

/** The events that bring an idle machine to the given state, for a tab that has just been opened. */
export function eventsLeadingTo({
  value,
  context,
}: SnapshotFrom<typeof connectionMachine>): ConnectionEvent[] {
  switch (value) {
    case 'idle':
      return [];
    case 'connecting':
      return [{ type: 'START' }];
    case 'live':
      return [{ type: 'START' }, { type: 'READY', resumed: context.proved }];
    case 'reconnecting':
      return [{ type: 'START' }, { type: 'LOST' }];
    case 'polling':
      return [{ type: 'START' }, { type: 'POLLING' }];
    case 'refused':
      return [{ type: 'START' }, { type: 'REFUSED', code: context.refusal ?? 'restarting' }];
  }
}
