import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';

export type OutboxInput = {
  /** Epoch milliseconds at which it was written. */
  at: number;
  /** On the same scale. */
  now: () => number;
};

/** How one attempt ended; unknown asks for another one. */
export type AttemptResult = { kind: 'done' | 'refused' | 'unknown' };

export type OutboxEvent =
  /** The line may be back: there is no need to wait. */
  { type: 'WAKE' };

/** The wait after a failed attempt, in milliseconds: doubled from one to the next, and never longer than the second. */
const BACK_OFF_MS = 125;
const BACK_OFF_MAX_MS = 2000;

/**
 * What becomes of one act of writing whose turn it is. `attempt` sends it once; as long as nobody knows what became of it, it
 * is sent again. Refused and stale ones are left to their person; trying a refused one again begins anew.
 */
export const outboxMachine = setup({
  types: {
    context: {} as OutboxInput & { failures: number },
    input: {} as OutboxInput,
    events: {} as OutboxEvent,
    tags: {} as 'waiting',
  },
  actors: {
    attempt: fromPromise<AttemptResult>(() => Promise.reject(new Error('nobody sends it'))),
  },
  actions: {
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  guards: {
    isTooOld: ({ context: { at, now } }) => now() - at >= OUTBOX_RETENTION_MS,
    isDone: (_, end: AttemptResult) => end.kind === 'done',
    isRefused: (_, end: AttemptResult) => end.kind === 'refused',
  },
  delays: {
    backOff: ({ context: { failures } }) =>
      failures === 0 ? 0 : Math.min(BACK_OFF_MS * 2 ** failures, BACK_OFF_MAX_MS),
  },
}).createMachine({
  id: 'outbox',
  context: ({ input }) => ({ ...input, failures: 0 }),
  initial: 'queued',
  states: {
    queued: {
      tags: 'waiting',
      always: { guard: 'isTooOld', target: 'stale' },
      on: { WAKE: { target: 'sending' } },
      after: { backOff: { target: 'sending' } },
    },
    sending: {
      tags: 'waiting',
      invoke: {
        src: 'attempt',
        onDone: [
          { guard: { type: 'isDone', params: ({ event }) => event.output }, target: 'done' },
          { guard: { type: 'isRefused', params: ({ event }) => event.output }, target: 'refused' },
          { target: 'queued', actions: 'countFailure' },
        ],
        onError: { target: 'queued', actions: 'countFailure' },
      },
    },
    done: { type: 'final' },
    refused: { type: 'final' },
    stale: { type: 'final' },
  },
});
