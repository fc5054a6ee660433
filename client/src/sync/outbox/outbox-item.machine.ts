import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';

export type OutboxInput = {
  /** When the entry was written, in epoch milliseconds. */
  at: number;
  /** The current time by the same clock. */
  now: () => number;
};

/** How one attempt ended; `unknown` is retried. */
export type AttemptResult = { kind: 'done' | 'refused' | 'unknown' };

export type OutboxEvent =
  /** The connection may be back: retry at once. */
  { type: 'WAKE' };

/** The wait after a failed attempt doubles from the first of these to the second, in milliseconds. */
const FIRST_RETRY_MS = 250;
export const LONGEST_RETRY_MS = 2000;

/** Whether an entry may no longer be sent: the server may have forgotten its operation id. Both in epoch milliseconds. */
export function isTooOld(at: number, now: number): boolean {
  return now - at >= OUTBOX_RETENTION_MS;
}

/**
 * Sends one entry of the outbox. `attempt` sends it once; while the result is unknown, it is sent again. Refused and stale
 * entries are final: the user retries or discards them, and a retry starts a new actor.
 */
export const outboxMachine = setup({
  types: {
    context: {} as OutboxInput & { failures: number },
    input: {} as OutboxInput,
    events: {} as OutboxEvent,
    tags: {} as 'waiting',
  },
  actors: {
    attempt: fromPromise<AttemptResult>(() => Promise.reject(new Error('no attempt actor was provided'))),
  },
  actions: {
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  guards: {
    isTooOld: ({ context: { at, now } }) => isTooOld(at, now()),
    isDone: (_, end: AttemptResult) => end.kind === 'done',
    isRefused: (_, end: AttemptResult) => end.kind === 'refused',
  },
  delays: {
    backOff: ({ context: { failures } }) =>
      failures === 0 ? 0 : Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LONGEST_RETRY_MS),
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
