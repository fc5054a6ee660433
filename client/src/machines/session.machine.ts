import { TIMER_MAX_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { isNetworkFailure } from './failure.ts';
import type { Person } from './account.ts';

/** The user of the stored session, and how long its tokens need no refresh. The tokens stay outside the machine. */
export type ActiveSession = { person: Person; freshForMs: number };

export type SessionEvent =
  | { type: 'SIGNED_IN' }
  | { type: 'SIGN_OUT'; all: boolean }
  | { type: 'REFRESH'; force: boolean }
  | { type: 'PERSON'; person: Person }
  /** Another tab changed the stored session. */
  | { type: 'STORED'; holding: ActiveSession | null }
  /** The provider has ended the session. */
  | { type: 'DROPPED' };

type Context = { holding: ActiveSession | null };

/** Tokens that expire within the tolerance must not cause refreshes without a pause. */
const MIN_REFRESH_DELAY_MS = 1000;
const RETRY_MS = 5000;
const SIGN_OUT_TIMEOUT_MS = 5000;

const sessionSource = <Input>() =>
  fromPromise<ActiveSession | null, Input>(() => Promise.reject(new Error('no session source was provided')));

/**
 * The lifecycle of the session. `restore` reads the stored session, `adopt` reads the one of a new sign-in, `renew` refreshes
 * the tokens, `leave` ends it at the provider and the API. `removeStoredSession` clears what this browser stores,
 * `removeProviderSession` what the provider's library stores.
 */
export const sessionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as SessionEvent,
    tags: {} as 'checking' | 'visitor' | 'person' | 'busy',
  },
  actors: {
    restore: sessionSource<undefined>(),
    adopt: sessionSource<undefined>(),
    renew: sessionSource<{ force: boolean }>(),
    leave: fromPromise<unknown, { all: boolean }>(() => Promise.resolve(null)),
  },
  actions: {
    setActiveSession: assign((_, holding: ActiveSession | null) => ({ holding })),
    setPerson: assign(({ context }, person: Person) => ({
      holding: context.holding && { ...context.holding, person },
    })),
    clearActiveSession: assign({ holding: null }),
    removeStoredSession: () => undefined,
    removeProviderSession: () => undefined,
  },
  guards: {
    isHeld: (_, holding: ActiveSession | null) => holding !== null,
    lostConnection: ({ event }) => 'error' in event && isNetworkFailure(event.error),
  },
  delays: {
    untilRefresh: ({ context }) =>
      Math.min(Math.max(context.holding?.freshForMs ?? 0, MIN_REFRESH_DELAY_MS), TIMER_MAX_MS),
    untilRetry: RETRY_MS,
    leaveLimit: SIGN_OUT_TIMEOUT_MS,
  },
}).createMachine({
  id: 'session',
  context: { holding: null },
  initial: 'checking',
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
        onError: { target: 'signedOut' },
      },
    },
    signedOut: {
      tags: 'visitor',
      entry: 'clearActiveSession',
      on: {
        SIGNED_IN: { target: 'adopting' },
        STORED: {
          guard: { type: 'isHeld', params: ({ event }) => event.holding },
          target: 'signedIn',
          actions: { type: 'setActiveSession', params: ({ event }) => event.holding },
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
        onError: { target: 'signedOut' },
      },
    },
    signedIn: {
      tags: 'person',
      initial: 'fresh',
      on: {
        SIGNED_IN: { target: 'adopting' },
        SIGN_OUT: { target: 'signingOut' },
        PERSON: { actions: { type: 'setPerson', params: ({ event }) => event.person } },
        DROPPED: { target: 'signedOut', actions: 'removeStoredSession' },
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
          on: { REFRESH: { target: 'refreshing' } },
          after: { untilRefresh: { target: 'refreshing' } },
        },
        refreshing: {
          tags: 'busy',
          invoke: {
            src: 'renew',
            input: ({ event }) => ({ force: event.type === 'REFRESH' && event.force }),
            onDone: [
              {
                guard: { type: 'isHeld', params: ({ event }) => event.output },
                target: 'fresh',
                actions: { type: 'setActiveSession', params: ({ event }) => event.output },
              },
              { target: '#session.signedOut', actions: 'removeStoredSession' },
            ],
            onError: [
              { guard: 'lostConnection', target: 'waiting' },
              { target: '#session.signedOut', actions: ['removeStoredSession', 'removeProviderSession'] },
            ],
          },
        },
        waiting: {
          on: { REFRESH: { target: 'refreshing' } },
          after: { untilRetry: { target: 'refreshing' } },
        },
      },
    },
    signingOut: {
      tags: ['person', 'busy'],
      invoke: {
        src: 'leave',
        input: ({ event }) => ({ all: event.type === 'SIGN_OUT' && event.all }),
        onDone: { target: 'signedOut', actions: 'removeStoredSession' },
        onError: { target: 'signedOut', actions: 'removeStoredSession' },
      },
      after: { leaveLimit: { target: 'signedOut', actions: 'removeStoredSession' } },
    },
  },
});
