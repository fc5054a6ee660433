import { assign, setup } from 'xstate';
import type { ByeCode } from '@cruddur/shared';

export type ConnectionEvent =
  | { type: 'START' }
  | { type: 'READY'; resumed: boolean }
  | { type: 'LOST' }
  | { type: 'REFUSED'; code: ByeCode }
  | { type: 'STOP' };

/** The one socket of a signed-in tab, as a person may see it. The socket itself is the caller's; it only reports here. */
export const connectionMachine = setup({
  types: {
    /** `proved`: after a loss, the server handed over all that was missed. */
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
        REFUSED: { target: 'refused', actions: 'keepRefusal' },
      },
    },
    refused: {
      tags: 'waiting',
      on: { START: 'connecting', READY: { target: 'live', actions: 'keepProof' } },
    },
  },
});
