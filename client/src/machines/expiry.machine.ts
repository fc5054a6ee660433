import { TIMER_MAX_MS } from '@cruddur/shared';
import { assign, setup } from 'xstate';

/** How long the row stays that says so, in milliseconds from the end. */
export const EXPIRED_ROW_MS = 4000;
/** The times of the look for a crud's fading and a row's closing. */
const BURN_MS = 600;
const CLOSE_MS = 220;

export type ExpiryInput = {
  /** Epoch milliseconds by the server; Infinity never ends. */
  end: number;
  /** Epoch milliseconds by the server, now. */
  now: () => number;
  /** Whether the person wants to see things move. */
  allowsMotion: () => boolean;
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
    isEnded: ({ context }) => msUntilEnd(context) <= 0,
    isBurned: ({ context }) => msUntilBurned(context) <= 0,
    isSaid: ({ context }) => msUntilRowCloses(context) <= 0,
    isClosed: ({ context }) => msUntilClosed(context) <= 0,
  },
  delays: {
    /** An end may be further away than any timer reaches: then it is looked at again on the way. */
    untilEnd: ({ context }) => Math.min(msUntilEnd(context), TIMER_MAX_MS),
    untilBurned: ({ context }) => msUntilBurned(context),
    untilSaid: ({ context }) => msUntilRowCloses(context),
    untilClosed: ({ context }) => msUntilClosed(context),
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

function msUntilEnd({ end, now }: ExpiryInput): number {
  return end - now();
}

function msUntilBurned(crud: ExpiryInput): number {
  return msUntilEnd(crud) + (crud.allowsMotion() ? BURN_MS : 0);
}

function msUntilRowCloses(crud: ExpiryInput): number {
  return msUntilEnd(crud) + EXPIRED_ROW_MS;
}

function msUntilClosed(crud: ExpiryInput): number {
  return msUntilRowCloses(crud) + (crud.allowsMotion() ? CLOSE_MS : 0);
}
