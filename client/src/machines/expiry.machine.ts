import { TIMER_MAX_MS } from '@cruddur/shared';
import { assign, setup } from 'xstate';

/** How long the row stays that says so, in milliseconds from the end. */
export const GONE_MS = 4000;
/** The times of the look for a crud's fading and a row's closing. */
const BURN_MS = 600;
const CLOSE_MS = 220;

export type ExpiryInput = {
  /** Epoch milliseconds by the server; Infinity never ends. */
  end: number;
  /** Epoch milliseconds by the server, now. */
  now: () => number;
  /** Whether the person wants to see things move. */
  moves: () => boolean;
};

export type ExpiryEvent =
  /** Its end is another one than was known. */
  | { type: 'ENDS'; end: number }
  /** The row that says so is out of sight. */
  | { type: 'LEFT' };

/**
 * How a crud leaves a page: alive, fading, a row in its place that says so and closes, nothing. All moments are counted from
 * its end, so a page that slept through some of them shows the one that it is time for.
 */
export const expiryMachine = setup({
  types: { context: {} as ExpiryInput, input: {} as ExpiryInput, events: {} as ExpiryEvent },
  actions: {
    takeEnd: assign({ end: ({ context, event }) => (event.type === 'ENDS' ? event.end : context.end) }),
  },
  guards: {
    isSame: ({ context, event }) => event.type === 'ENDS' && event.end === context.end,
    isEnded: ({ context }) => untilEnd(context) <= 0,
    isBurned: ({ context }) => untilBurned(context) <= 0,
    isSaid: ({ context }) => untilSaid(context) <= 0,
    isClosed: ({ context }) => untilClosed(context) <= 0,
  },
  delays: {
    /** An end may be further away than any timer reaches: then it is looked at again on the way. */
    untilEnd: ({ context }) => Math.min(untilEnd(context), TIMER_MAX_MS),
    untilBurned: ({ context }) => untilBurned(context),
    untilSaid: ({ context }) => untilSaid(context),
    untilClosed: ({ context }) => untilClosed(context),
  },
}).createMachine({
  id: 'expiry',
  context: ({ input }) => input,
  initial: 'alive',
  states: {
    alive: {
      always: { guard: 'isEnded', target: 'burning' },
      after: { untilEnd: { target: 'alive', reenter: true } },
      on: { ENDS: [{ guard: 'isSame' }, { target: 'alive', reenter: true, actions: 'takeEnd' }] },
    },
    burning: {
      always: { guard: 'isBurned', target: 'gone' },
      after: { untilBurned: { target: 'burning', reenter: true } },
    },
    gone: {
      always: { guard: 'isSaid', target: 'closing' },
      after: { untilSaid: { target: 'gone', reenter: true } },
      on: { LEFT: 'over' },
    },
    closing: {
      always: { guard: 'isClosed', target: 'over' },
      after: { untilClosed: { target: 'closing', reenter: true } },
      on: { LEFT: 'over' },
    },
    over: { type: 'final' },
  },
});

function untilEnd({ end, now }: ExpiryInput): number {
  return end - now();
}

function untilBurned(crud: ExpiryInput): number {
  return untilEnd(crud) + (crud.moves() ? BURN_MS : 0);
}

function untilSaid(crud: ExpiryInput): number {
  return untilEnd(crud) + GONE_MS;
}

function untilClosed(crud: ExpiryInput): number {
  return untilSaid(crud) + (crud.moves() ? CLOSE_MS : 0);
}
