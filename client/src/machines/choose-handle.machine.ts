import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../api/api-error.ts';
import { errorOf, failureOf, isFailure, UNKNOWN_ERROR } from './failure.ts';

type Context = { errors: readonly string[] };
type Event = { type: 'SAVE'; handle: string } | { type: 'EDIT' };

const CHOOSE_HANDLE_ERRORS = {
  exists: 'This username is taken, choose another one',
  unknown: UNKNOWN_ERROR,
} as const;

/** Error codes of the API, or the message of the pool. */
function toErrors(error: unknown): readonly string[] {
  if (error instanceof ApiError) return error.codes;
  if (isFailure(error, 'AliasExistsException')) return [CHOOSE_HANDLE_ERRORS.exists];
  return [failureOf(error).message || CHOOSE_HANDLE_ERRORS.unknown];
}

/**
 * Choosing another handle when the one of the user pool belongs to another account here. `save` stores it in the pool and
 * fails when the API rejects it.
 */
export const chooseHandleMachine = setup({
  types: {
    context: {} as Context,
    input: {} as { taken: string },
    events: {} as Event,
    tags: {} as 'busy' | 'done',
  },
  actors: {
    save: fromPromise<unknown, { handle: string }>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    showFailure: assign({ errors: ({ event }) => toErrors(errorOf(event)) }),
    clearErrors: assign({ errors: [] }),
  },
  guards: {
    isBlank: ({ event }) => event.type === 'SAVE' && event.handle === '',
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS },
}).createMachine({
  id: 'choose-handle',
  context: ({ input }) => ({ errors: [`@${input.taken} is taken here, choose another username`] }),
  initial: 'editing',
  states: {
    editing: {
      on: {
        EDIT: { actions: 'clearErrors' },
        SAVE: [{ guard: 'isBlank' }, { target: 'saving', actions: 'clearErrors' }],
      },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'save',
        input: ({ event }) => ({ handle: event.type === 'SAVE' ? event.handle : '' }),
        onDone: { target: 'done' },
        onError: { target: 'failed', actions: 'showFailure' },
      },
    },
    failed: {
      on: { EDIT: { target: 'editing', actions: 'clearErrors' } },
      after: { throttle: { target: 'editing' } },
    },
    done: { type: 'final', tags: 'done' },
  },
});
