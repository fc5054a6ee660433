import type { ByeCode } from '@cruddur/shared';
import { assign, fromPromise, sendTo, setup } from 'xstate';
import { parentOf } from '../../base/machines/parent-of.ts';
import { isRejection } from './refusals.ts';

/** The time without a socket after which polling starts, in milliseconds. A first handshake over a slow line takes seconds too. */
const POLL_AFTER_MS = 4000;
/** The delay after a successful poll, in milliseconds; each failure in a row doubles it, up to the maximum. */
const POLL_EVERY_MS = 2500;
const MAX_INTERVAL_MS = 5000;

export type PollingEvent =
  /** There is a socket. */
  | { type: 'UP' }
  | { type: 'DOWN' }
  | { type: 'REFUSED'; code: ByeCode }
  /** The page woke up, or the user asks. */
  | { type: 'WAKE' };

/** How polling goes: `off`, `started` before its first result, or its last result. */
export const POLLS = ['off', 'started', 'answered', 'failed'] as const;
export type Polls = (typeof POLLS)[number];

/** Fetches the missed events over HTTP while there is no socket, and reports each result to its parent. */
export const pollingMachine = setup({
  types: {
    /** The number of failed polls in a row. */
    context: {} as { failures: number },
    events: {} as PollingEvent,
  },
  actors: {
    /** Fetches the missed events once. */
    poll: fromPromise<unknown>(() => Promise.reject(new Error('no poll actor was provided'))),
  },
  actions: {
    report: sendTo(parentOf, (_, polls: Polls) => ({ type: 'POLLS', polls })),
    forgetFailures: assign({ failures: 0 }),
    countFailure: assign({ failures: ({ context }) => context.failures + 1 }),
  },
  guards: {
    isRejection: (_, { code }: { code: ByeCode }) => isRejection(code),
    /** The limit of sockets may not change for hours. */
    isTooMany: (_, { code }: { code: ByeCode }) => code === 'too_many',
  },
  delays: {
    pollAfter: POLL_AFTER_MS,
    interval: ({ context }) => Math.min(POLL_EVERY_MS * 2 ** context.failures, MAX_INTERVAL_MS),
  },
}).createMachine({
  id: 'polling',
  context: { failures: 0 },
  initial: 'due',
  states: {
    off: {
      on: {
        DOWN: 'due',
        REFUSED: { guard: { type: 'isTooMany', params: ({ event }) => event }, target: 'on' },
      },
    },
    /** Further losses and refusals do not restart the delay. */
    due: {
      after: { pollAfter: 'on' },
      on: {
        UP: 'off',
        REFUSED: [
          { guard: { type: 'isRejection', params: ({ event }) => event }, target: 'off' },
          { guard: { type: 'isTooMany', params: ({ event }) => event }, target: 'on' },
        ],
      },
    },
    on: {
      entry: ['forgetFailures', { type: 'report', params: 'started' }],
      exit: { type: 'report', params: 'off' },
      initial: 'asking',
      on: {
        UP: 'off',
        REFUSED: { guard: { type: 'isRejection', params: ({ event }) => event }, target: 'off' },
        WAKE: '.asking',
      },
      states: {
        asking: {
          invoke: {
            src: 'poll',
            onDone: {
              target: 'pausing',
              actions: ['forgetFailures', { type: 'report', params: 'answered' }],
            },
            onError: { target: 'pausing', actions: ['countFailure', { type: 'report', params: 'failed' }] },
          },
        },
        pausing: { after: { interval: 'asking' } },
      },
    },
  },
});
