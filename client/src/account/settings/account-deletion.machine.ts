import { assign, fromPromise, setup } from 'xstate';
import type { Failed } from '../../base/machines/failure.ts';
import { providerTexts } from '../../base/machines/form.machine.ts';
import { normalizeHandle } from '../handle-check.machine.ts';

type Context = {
  /** The handle that has to be typed; case does not matter. */
  handle: string;
  errors: readonly string[];
};

type Event =
  | { type: 'ASK'; handle: string }
  | { type: 'KEEP' }
  | { type: 'EDIT' }
  | { type: 'DELETE'; typed: string };

export const DELETION_ERRORS = { otherHandle: 'This isn’t your handle' } as const;

export const isOtherHandle = (typed: string, handle: string): boolean =>
  normalizeHandle(typed) !== normalizeHandle(handle);

/** Error codes of the API, or the text for any other failure. */
function toErrors(error: unknown): readonly string[] {
  const { codes } = (error ?? {}) as { codes?: readonly string[] };
  return codes ?? providerTexts(error);
}

/** No answer, or a rejected token: the account may be deleted already, and the answer was lost. */
function isUnsure(error: unknown): boolean {
  const { status } = (error ?? {}) as { status?: unknown };
  return status === 0 || status === 401;
}

/**
 * Deleting the own account after its handle was typed. `erase` is idempotent; when its answer may have been lost, `isErased`
 * checks the result. `leave` removes local data; its failure is ignored, because the account no longer exists.
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
    setHandle: assign({ handle: (_, handle: string) => handle }),
    showError: assign({ errors: (_, error: string) => [error] }),
    showFailure: assign({ errors: (_, { error }: Failed) => toErrors(error) }),
    clearErrors: assign({ errors: [] }),
  },
  guards: {
    isOther: ({ context, event }) => event.type === 'DELETE' && isOtherHandle(event.typed, context.handle),
    isUnsure: (_, { error }: Failed) => isUnsure(error),
    isYes: (_, { output }: { output: boolean }) => output,
  },
}).createMachine({
  id: 'account-deletion',
  context: { handle: '', errors: [] },
  initial: 'resting',
  states: {
    resting: {
      on: {
        ASK: { target: 'asking', actions: { type: 'setHandle', params: ({ event }) => event.handle } },
      },
    },
    asking: {
      tags: 'asking',
      initial: 'typing',
      on: {
        KEEP: { target: 'resting', actions: 'clearErrors' },
        DELETE: [
          {
            guard: 'isOther',
            target: '.failed',
            actions: { type: 'showError', params: DELETION_ERRORS.otherHandle },
          },
          { target: 'erasing' },
        ],
      },
      states: {
        typing: {},
        failed: { tags: 'failed', on: { EDIT: { target: 'typing', actions: 'clearErrors' } } },
      },
    },
    erasing: {
      tags: ['asking', 'busy'],
      invoke: {
        src: 'erase',
        onDone: { target: 'leaving', actions: 'clearErrors' },
        onError: [
          {
            guard: { type: 'isUnsure', params: ({ event }) => event },
            target: 'looking',
            actions: { type: 'showFailure', params: ({ event }) => event },
          },
          { target: 'asking.failed', actions: { type: 'showFailure', params: ({ event }) => event } },
        ],
      },
    },
    looking: {
      tags: ['asking', 'busy'],
      invoke: {
        src: 'isErased',
        input: ({ context }) => ({ handle: context.handle }),
        onDone: [
          {
            guard: { type: 'isYes', params: ({ event }) => event },
            target: 'leaving',
            actions: 'clearErrors',
          },
          { target: 'asking.failed' },
        ],
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
