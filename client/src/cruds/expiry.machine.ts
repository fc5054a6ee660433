import { TIMER_MAX_MS } from '@cruddur/shared';
import { assign, setup } from 'xstate';

/** How long the row that reports the end stays, in milliseconds from the end. */
export const EXPIRED_ROW_MS = 4000;
/** Durations of the CSS animations: a crud fades, its row closes. In milliseconds. */
const BURN_MS = 600;
const CLOSE_MS = 220;

export type ExpiryInput = {
  /** Epoch milliseconds by the server's clock; Infinity never ends. */
  end: number;
  /** The current time by the server's clock, in epoch milliseconds. */
  now: () => number;
  /** False when the user prefers reduced motion. */
  allowsMotion: () => boolean;
};

export type ExpiryEvent =
  /** The end has changed. */
  | { type: 'ENDS'; end: number }
  /** The row that reports the end is out of view. */
  | { type: 'LEFT' };

/**
 * How an expired crud leaves a page: it fades, a row in its place reports the end, the row closes. All times count from the
 * crud's end, so a page that was suspended continues at the current one.
 */
export const expiryMachine = setup({
  types: { context: {} as ExpiryInput, input: {} as ExpiryInput, events: {} as ExpiryEvent },
  actions: {
    setEnd: assign({ end: ({ context, event }) => (event.type === 'ENDS' ? event.end : context.end) }),
  },
  guards: {
    isSame: ({ context, event }) => event.type === 'ENDS' && event.end === context.end,
    isEnded: ({ context }) => msUntilEnd(context) <= 0,
    isBurned: ({ context }) => msUntilBurned(context) <= 0,
    isSaid: ({ context }) => msUntilRowCloses(context) <= 0,
    isClosed: ({ context }) => msUntilClosed(context) <= 0,
  },
  delays: {
    /** Capped at the longest delay of a timer; `alive` is re-entered then. */
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
      on: { ENDS: [{ guard: 'isSame' }, { target: 'alive', reenter: true, actions: 'setEnd' }] },
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
