import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { ApiError } from '../api/api-error.ts';
import { failureOf, isFailure } from './failure.ts';

type Context = { errors: readonly string[] };
type Event = { type: 'SAVE'; handle: string } | { type: 'EDIT' };

export const CHOOSE_HANDLE_ERRORS = {
  exists: 'This username is taken, choose another one',
  unknown: 'An unknown error has occurred.',
} as const;

/** Codes of the product, or the words of the pool. */
function toErrors(error: unknown): readonly string[] {
  if (error instanceof ApiError) return error.codes;
  if (isFailure(error, 'AliasExistsException')) return [CHOOSE_HANDLE_ERRORS.exists];
  return [failureOf(error).message || CHOOSE_HANDLE_ERRORS.unknown];
}

/**
 * Another username for somebody whose own belongs to somebody else here. `save` stores it with the pool and asks the product
 * whether it is good; `done` once it is.
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
    explain: assign({ errors: ({ event }) => toErrors('error' in event ? event.error : null) }),
    forgive: assign({ errors: [] }),
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
      on: { SAVE: [{ guard: 'isBlank' }, { target: 'saving', actions: 'forgive' }] },
    },
    saving: {
      tags: 'busy',
      invoke: {
        src: 'save',
        input: ({ event }) => ({ handle: event.type === 'SAVE' ? event.handle : '' }),
        onDone: { target: 'done' },
        onError: { target: 'failed', actions: 'explain' },
      },
    },
    failed: {
      on: { EDIT: { target: 'editing', actions: 'forgive' } },
      // The same call again, within the throttle, is a stutter of the finger.
      after: { throttle: { target: 'editing' } },
    },
    done: { type: 'final', tags: 'done' },
  },
});
