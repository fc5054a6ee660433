import type { ListedSession } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { errorOf } from './failure.ts';
import { failureMessage } from './form.ts';

export type SignOutTarget = { kind: 'session'; session: ListedSession } | { kind: 'everywhere' };

type Context = {
  /** Null until they are loaded. */
  sessions: readonly ListedSession[] | null;
  /** The target of the open dialog. */
  leaving: SignOutTarget;
  error: string;
};

type Event =
  | { type: 'RETRY' }
  | { type: 'CHOOSE'; leaving: SignOutTarget }
  | { type: 'KEEP' }
  | { type: 'LEAVE' };

/** Another session that has ended already. */
function isMissing(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return status === 404;
}

/**
 * Where the user is signed in. Another session is ended by the server; this one signs itself out. A failure of `signOut` is ignored:
 * the local session ends in any case.
 */
export const sessionListMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'loading' | 'unknown' | 'busy' | 'asking' | 'left',
  },
  actors: {
    list: fromPromise<ListedSession[]>(() => Promise.reject(new Error('no server'))),
    end: fromPromise<unknown, { uuid: string }>(() => Promise.reject(new Error('no server'))),
    signOut: fromPromise<unknown, { all: boolean }>(() => Promise.reject(new Error('no session'))),
  },
  actions: {
    keepList: assign({ sessions: (_, sessions: ListedSession[]) => sessions }),
    chooseTarget: assign({ leaving: (_, leaving: SignOutTarget) => leaving }),
    showFailure: assign({ error: failureMessage }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    isElsewhere: ({ context: { leaving } }) => leaving.kind === 'session' && !leaving.session.current,
    isListed: ({ context }) => context.sessions !== null,
    isGone: ({ event }) => isMissing(errorOf(event)),
  },
}).createMachine({
  id: 'session-list',
  context: { sessions: null, leaving: { kind: 'everywhere' }, error: '' },
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
        LEAVE: [{ guard: 'isElsewhere', target: 'ending' }, { target: 'signingOut' }],
      },
    },
    ending: {
      tags: ['busy', 'asking'],
      entry: 'clearErrors',
      invoke: {
        src: 'end',
        input: ({ context: { leaving } }) => ({
          uuid: leaving.kind === 'session' ? leaving.session.uuid : '',
        }),
        onDone: { target: 'open.loading' },
        onError: [
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
