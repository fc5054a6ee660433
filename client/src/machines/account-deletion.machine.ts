import { assign, fromPromise, setup } from 'xstate';
import { failureOf } from './failure.ts';
import { normalizeHandle } from './handle-check.machine.ts';

type Context = {
  /** The handle that has to be typed, without regard to case. */
  handle: string;
  errors: readonly string[];
};

type Event =
  | { type: 'ASK'; handle: string }
  /** Thinks better of it. */
  | { type: 'KEEP' }
  | { type: 'EDIT' }
  | { type: 'DELETE'; typed: string };

export const DELETION_ERRORS = { otherHandle: 'That is not your handle' } as const;

/** Codes of ours where there are some, else the words of the failure. */
function toErrors(error: unknown): readonly string[] {
  const { codes } = (error ?? {}) as { codes?: readonly string[] };
  return codes ?? [failureOf(error).message];
}

/** No answer, or a refused token: an earlier answer may have been lost on its way. */
function isUnsure(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return status === 0 || status === 401;
}

/**
 * Deleting one's account, after the own handle was typed. `erase` may be repeated until it succeeds; where its answer may have
 * been lost, `isErased` tells. `leave` removes what this browser keeps, and cannot fail: the account is gone.
 */
export const accountDeletionMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'asking' | 'busy' | 'failed' | 'deleted',
  },
  actors: {
    erase: fromPromise<unknown>(() => Promise.reject(new Error('no server'))),
    isErased: fromPromise<boolean, { handle: string }>(() => Promise.reject(new Error('no server'))),
    leave: fromPromise<unknown>(() => Promise.reject(new Error('no session'))),
  },
  actions: {
    learn: assign({ handle: (_, handle: string) => handle }),
    complain: assign({ errors: (_, error: string) => [error] }),
    explain: assign({ errors: ({ event }) => toErrors('error' in event ? event.error : null) }),
    forgive: assign({ errors: [] }),
  },
  guards: {
    isOther: ({ context, event }) =>
      event.type === 'DELETE' && normalizeHandle(event.typed) !== normalizeHandle(context.handle),
    isUnsure: ({ event }) => 'error' in event && isUnsure(event.error),
    isYes: ({ event }) => 'output' in event && event.output === true,
  },
}).createMachine({
  id: 'account-deletion',
  context: { handle: '', errors: [] },
  initial: 'resting',
  states: {
    resting: {
      on: {
        ASK: { target: 'asking', actions: { type: 'learn', params: ({ event }) => event.handle } },
      },
    },
    asking: {
      tags: 'asking',
      initial: 'typing',
      on: {
        KEEP: { target: 'resting', actions: 'forgive' },
        DELETE: [
          {
            guard: 'isOther',
            target: '.failed',
            actions: { type: 'complain', params: DELETION_ERRORS.otherHandle },
          },
          { target: 'erasing' },
        ],
      },
      states: {
        typing: {},
        failed: { tags: 'failed', on: { EDIT: { target: 'typing', actions: 'forgive' } } },
      },
    },
    erasing: {
      tags: ['asking', 'busy'],
      invoke: {
        src: 'erase',
        onDone: { target: 'leaving', actions: 'forgive' },
        onError: [
          { guard: 'isUnsure', target: 'looking', actions: 'explain' },
          { target: 'asking.failed', actions: 'explain' },
        ],
      },
    },
    looking: {
      tags: ['asking', 'busy'],
      invoke: {
        src: 'isErased',
        input: ({ context }) => ({ handle: context.handle }),
        onDone: [{ guard: 'isYes', target: 'leaving', actions: 'forgive' }, { target: 'asking.failed' }],
        onError: { target: 'asking.failed' },
      },
    },
    leaving: {
      tags: 'busy',
      invoke: { src: 'leave', onDone: { target: 'deleted' }, onError: { target: 'deleted' } },
    },
    deleted: { type: 'final', tags: 'deleted' },
  },
});
