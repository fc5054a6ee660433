import { and, assign, fromPromise, setup } from 'xstate';
import type { Device } from './account.ts';
import { errorOf, isFailure } from './failure.ts';
import { failureMessage } from './form.ts';

export type SignOutTarget = { kind: 'device'; device: Device } | { kind: 'everywhere' };

type Context = {
  /** Null until they are loaded. */
  devices: readonly Device[] | null;
  /** The target of the open dialog. */
  leaving: SignOutTarget;
  error: string;
};

type Event =
  { type: 'RETRY' } | { type: 'CHOOSE'; leaving: SignOutTarget } | { type: 'KEEP' } | { type: 'LEAVE' };

/**
 * The devices of an account. Another device is signed out by forgetting it; this one is forgotten and then signs itself out.
 * A failure of `signOut` is ignored: the local session ends in any case.
 */
export const devicesMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'loading' | 'unknown' | 'busy' | 'asking' | 'left',
  },
  actors: {
    list: fromPromise<Device[]>(() => Promise.reject(new Error('no provider'))),
    forget: fromPromise<unknown, { id: string }>(() => Promise.reject(new Error('no provider'))),
    signOut: fromPromise<unknown, { all: boolean }>(() => Promise.reject(new Error('no session'))),
  },
  actions: {
    keepList: assign({ devices: (_, devices: Device[]) => devices }),
    chooseTarget: assign({ leaving: (_, leaving: SignOutTarget) => leaving }),
    showFailure: assign({ error: failureMessage }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    isEverywhere: ({ context }) => context.leaving.kind === 'everywhere',
    isThis: ({ context }) => context.leaving.kind === 'device' && context.leaving.device.isThis,
    isListed: ({ context }) => context.devices !== null,
    isGone: ({ event }) => isFailure(errorOf(event), 'ResourceNotFoundException'),
  },
}).createMachine({
  id: 'devices',
  context: { devices: null, leaving: { kind: 'everywhere' }, error: '' },
  initial: 'open',
  states: {
    open: {
      initial: 'loading',
      on: {
        CHOOSE: {
          target: 'asking',
          actions: ['clearErrors', { type: 'chooseTarget', params: ({ event }) => event.leaving }],
        },
      },
      states: {
        loading: {
          tags: 'loading',
          invoke: {
            src: 'list',
            onDone: { target: 'listed', actions: { type: 'keepList', params: ({ event }) => event.output } },
            onError: { target: 'unknown', actions: 'showFailure' },
          },
        },
        unknown: { tags: 'unknown', on: { RETRY: { target: 'loading', actions: 'clearErrors' } } },
        listed: {},
      },
    },
    asking: {
      tags: 'asking',
      on: {
        KEEP: [
          { guard: 'isListed', target: 'open.listed', actions: 'clearErrors' },
          { target: 'open.loading', actions: 'clearErrors' },
        ],
        LEAVE: [{ guard: 'isEverywhere', target: 'signingOut' }, { target: 'forgetting' }],
      },
    },
    forgetting: {
      tags: ['busy', 'asking'],
      entry: 'clearErrors',
      invoke: {
        src: 'forget',
        input: ({ context: { leaving } }) => ({ id: leaving.kind === 'device' ? leaving.device.id : '' }),
        onDone: [{ guard: 'isThis', target: 'signingOut' }, { target: 'open.loading' }],
        onError: [
          // The device is already forgotten.
          { guard: and(['isGone', 'isThis']), target: 'signingOut' },
          { guard: 'isGone', target: 'open.loading' },
          { target: 'asking', actions: 'showFailure' },
        ],
      },
    },
    signingOut: {
      tags: ['busy', 'asking'],
      invoke: {
        src: 'signOut',
        input: ({ context }) => ({ all: context.leaving.kind === 'everywhere' }),
        onDone: { target: 'left' },
        onError: { target: 'left' },
      },
    },
    left: { type: 'final', tags: 'left' },
  },
});
