import { assign, fromPromise, setup } from 'xstate';
import type { Passkey } from './account.ts';
import { errorOf, failureOf, isFailure, UNKNOWN_ERROR } from './failure.ts';

type Context = {
  /** Null until they are loaded. */
  passkeys: readonly Passkey[] | null;
  /** The one that the open dialog would remove. */
  chosen: Passkey | null;
  error: string;
};

type Event =
  | { type: 'RETRY' }
  | { type: 'ADD' }
  | { type: 'CHOOSE'; passkey: Passkey }
  | { type: 'KEEP' }
  | { type: 'REMOVE' };

const PASSKEY_MESSAGES = {
  canceled: 'No passkey was added: the request was canceled or timed out.',
  unknown: UNKNOWN_ERROR,
} as const;

function toErrorMessage(error: unknown): string {
  if (isFailure(error, 'PasskeyRegistrationCanceled')) return PASSKEY_MESSAGES.canceled;
  return failureOf(error).message || PASSKEY_MESSAGES.unknown;
}

/**
 * The passkeys of an account. `add` opens the browser's dialog; removing needs a confirmation. After both, the list is loaded
 * again, because the pool chooses the names.
 */
export const passkeysMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'loading' | 'unknown' | 'busy' | 'adding' | 'added' | 'asking',
  },
  actors: {
    list: fromPromise<Passkey[]>(() => Promise.reject(new Error('no provider'))),
    add: fromPromise<unknown>(() => Promise.reject(new Error('no provider'))),
    remove: fromPromise<unknown, { id: string }>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    keepList: assign({ passkeys: (_, passkeys: Passkey[]) => passkeys }),
    choosePasskey: assign({ chosen: (_, passkey: Passkey) => passkey }),
    showFailure: assign({ error: ({ event }) => toErrorMessage(errorOf(event)) }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    isGone: ({ event }) => isFailure(errorOf(event), 'ResourceNotFoundException'),
  },
}).createMachine({
  id: 'passkeys',
  context: { passkeys: null, chosen: null, error: '' },
  initial: 'loading',
  states: {
    loading: {
      tags: 'loading',
      // Afterwards the list is loaded anyway.
      on: { ADD: { target: 'adding', actions: 'clearErrors' } },
      invoke: {
        src: 'list',
        onDone: {
          target: 'listed.resting',
          actions: { type: 'keepList', params: ({ event }) => event.output },
        },
        onError: { target: 'unknown', actions: 'showFailure' },
      },
    },
    unknown: { tags: 'unknown', on: { RETRY: { target: 'loading', actions: 'clearErrors' } } },
    listed: {
      initial: 'resting',
      on: {
        ADD: { target: 'adding', actions: 'clearErrors' },
        CHOOSE: {
          target: '.asking',
          actions: ['clearErrors', { type: 'choosePasskey', params: ({ event }) => event.passkey }],
        },
      },
      states: {
        resting: {},
        added: { tags: 'added' },
        asking: {
          tags: 'asking',
          on: {
            KEEP: { target: 'resting', actions: 'clearErrors' },
            REMOVE: { target: '#passkeys.removing' },
          },
        },
      },
    },
    adding: {
      tags: ['busy', 'adding'],
      invoke: {
        src: 'add',
        onDone: { target: 'counting' },
        onError: { target: 'listed.resting', actions: 'showFailure' },
      },
    },
    // Loads the list with the new passkey.
    counting: {
      tags: ['busy', 'adding'],
      invoke: {
        src: 'list',
        onDone: {
          target: 'listed.added',
          actions: { type: 'keepList', params: ({ event }) => event.output },
        },
        onError: { target: 'unknown', actions: 'showFailure' },
      },
    },
    removing: {
      tags: ['busy', 'asking'],
      entry: 'clearErrors',
      invoke: {
        src: 'remove',
        input: ({ context }) => ({ id: context.chosen?.id ?? '' }),
        onDone: { target: 'loading' },
        onError: [
          // The passkey is already removed.
          { guard: 'isGone', target: 'loading' },
          { target: 'listed.asking', actions: 'showFailure' },
        ],
      },
    },
  },
});
