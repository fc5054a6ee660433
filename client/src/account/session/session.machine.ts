import { REPEAT_CALL_THROTTLE_MS, TIMER_MAX_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { isNetworkFailure } from '../../base/machines/failure.ts';
import type { Person } from '../../base/session/identity-provider.ts';

/** The user of the stored session, and when its tokens need a refresh, in milliseconds of this browser's clock. */
export type ActiveSession = { person: Person; dueAt: number };

/** Why a sign-in was refused, and whose. */
export type Refusal = { handle: string; message: string };

/** The sign-in of a suspended user. */
export class SuspendedError extends Error {
  override name = 'SuspendedError';
  readonly handle: string;

  constructor({ handle, message }: Refusal) {
    super(message);
    this.handle = handle;
  }
}

export type SessionEvent =
  | { type: 'SIGNED_IN' }
  | { type: 'SIGN_OUT'; all: boolean }
  /** A token was rejected, or the provider's library has renewed by itself. */
  | { type: 'REFRESH'; force: boolean }
  /** A token is needed. */
  | { type: 'CHECK' }
  | { type: 'PERSON'; person: Person }
  /** Another tab changed the stored session. */
  | { type: 'STORED'; holding: ActiveSession | null }
  /** The refusal was read. */
  | { type: 'FORGET' };

type Thrown = { error: unknown };

type Context = { holding: ActiveSession | null; refusal: Refusal | null };

/** Tokens that expire within the tolerance must not cause refreshes without a pause. */
const MIN_REFRESH_DELAY_MS = 1000;
const RETRY_MS = 5000;

const sessionSource = <Input>() =>
  fromPromise<ActiveSession | null, Input>(() => Promise.reject(new Error('no session source was provided')));

/**
 * The lifecycle of the session. The tokens stay outside the machine. `restore` reads the stored session, `adopt` reads the one of
 * a new sign-in, `renew` refreshes the tokens; after their signal they store nothing. `leave` removes what this browser stores and
 * tells provider and API, which nothing waits for.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    tags: {} as 'checking' | 'visitor' | 'person' | 'suspended' | 'busy',
  },
  actors: {
    restore: sessionSource<undefined>(),
    adopt: sessionSource<undefined>(),
    renew: sessionSource<{ force: boolean }>(),
  },
  actions: {
    setActiveSession: assign((_, holding: ActiveSession | null) => ({ holding })),
    setPerson: assign(({ context }, person: Person) => ({
      holding: context.holding && { ...context.holding, person },
    })),
    clearActiveSession: assign({ holding: null }),
    setRefusal: assign((_, { error }: Thrown) =>
      error instanceof SuspendedError ? { refusal: { handle: error.handle, message: error.message } } : {},
    ),
    clearRefusal: assign({ refusal: null }),
    leave: (_, params: { all: boolean }) => void params,
    removeStoredSession: () => undefined,
    removeProviderSession: () => undefined,
  },
  guards: {
    isHeld: (_, holding: ActiveSession | null) => holding !== null,
    isSuspension: (_, { error }: Thrown) => error instanceof SuspendedError,
    lostConnection: (_, { error }: Thrown) => isNetworkFailure(error),
    isDue: ({ context }) => Date.now() >= (context.holding?.dueAt ?? 0),
  },
  delays: {
    untilRefresh: ({ context }) => delayUntil(context, Date.now()),
    untilRetry: RETRY_MS,
    throttle: REPEAT_CALL_THROTTLE_MS,
  },
}).createMachine({
  id: 'session',
  context: { holding: null, refusal: null },
  initial: 'checking',
  on: {
    SIGN_OUT: { target: '.signedOut', actions: { type: 'leave', params: ({ event }) => event } },
  },
  states: {
    checking: {
      tags: ['checking', 'busy'],
      invoke: {
        src: 'restore',
        onDone: [
          {
            guard: { type: 'isHeld', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setActiveSession', params: ({ event }) => event.output },
          },
          { target: 'signedOut' },
        ],
        onError: [
          {
            guard: { type: 'isSuspension', params: ({ event }) => ({ error: event.error }) },
            target: 'signedOut.suspended',
            actions: { type: 'setRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'signedOut' },
        ],
      },
    },
    signedOut: {
      tags: 'visitor',
      entry: 'clearActiveSession',
      initial: 'visiting',
      on: {
        SIGNED_IN: { target: 'adopting' },
        STORED: {
          guard: { type: 'isHeld', params: ({ event }) => event.holding },
          target: 'signedIn',
          actions: { type: 'setActiveSession', params: ({ event }) => event.holding },
        },
      },
      states: {
        visiting: {},
        /** The last sign-in was refused. */
        suspended: {
          tags: 'suspended',
          exit: 'clearRefusal',
          on: { FORGET: { target: 'visiting' } },
        },
      },
    },
    adopting: {
      tags: ['visitor', 'busy'],
      invoke: {
        src: 'adopt',
        onDone: [
          {
            guard: { type: 'isHeld', params: ({ event }) => event.output },
            target: 'signedIn',
            actions: { type: 'setActiveSession', params: ({ event }) => event.output },
          },
          { target: 'signedOut' },
        ],
        onError: [
          {
            guard: { type: 'isSuspension', params: ({ event }) => ({ error: event.error }) },
            target: 'signedOut.suspended',
            actions: { type: 'setRefusal', params: ({ event }) => ({ error: event.error }) },
          },
          { target: 'signedOut' },
        ],
      },
    },
    signedIn: {
      tags: 'person',
      initial: 'fresh',
      on: {
        SIGNED_IN: { target: 'adopting' },
        PERSON: { actions: { type: 'setPerson', params: ({ event }) => event.person } },
        STORED: [
          {
            guard: { type: 'isHeld', params: ({ event }) => event.holding },
            target: '.fresh',
            actions: { type: 'setActiveSession', params: ({ event }) => event.holding },
          },
          { target: 'signedOut' },
        ],
      },
      states: {
        fresh: {
          initial: 'settled',
          on: { CHECK: { guard: 'isDue', target: 'refreshing' } },
          after: { untilRefresh: { target: 'refreshing' } },
          states: {
            settled: { on: { REFRESH: { target: '#session.signedIn.refreshing' } } },
            /** Further rejections of the earlier token need no refresh. */
            renewed: { after: { throttle: { target: 'settled' } } },
          },
        },
        refreshing: {
          tags: 'busy',
          invoke: {
            src: 'renew',
            input: ({ event }) => ({ force: event.type === 'REFRESH' && event.force }),
            onDone: [
              {
                guard: { type: 'isHeld', params: ({ event }) => event.output },
                target: 'fresh.renewed',
                actions: { type: 'setActiveSession', params: ({ event }) => event.output },
              },
              { target: '#session.signedOut', actions: 'removeStoredSession' },
            ],
            onError: [
              {
                guard: { type: 'lostConnection', params: ({ event }) => ({ error: event.error }) },
                target: 'waiting',
              },
              { target: '#session.signedOut', actions: ['removeStoredSession', 'removeProviderSession'] },
            ],
          },
        },
        waiting: {
          on: {
            REFRESH: { target: 'refreshing' },
            CHECK: { guard: 'isDue', target: 'refreshing' },
          },
          after: { untilRetry: { target: 'refreshing' } },
        },
      },
    },
  },
});

/** @param now milliseconds of this browser's clock */
export function delayUntil({ holding }: Pick<Context, 'holding'>, now: number): number {
  return Math.min(Math.max((holding?.dueAt ?? 0) - now, MIN_REFRESH_DELAY_MS), TIMER_MAX_MS);
}
