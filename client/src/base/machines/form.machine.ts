import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { failureTexts, type Failed } from './failure.ts';
import { FAILED, THROTTLED } from './form.ts';

/** EDIT is any change of the fields. They travel in SUBMIT only: a password is never stored in a context. */
export type FormEvent = { type: 'SUBMIT'; fields: unknown } | { type: 'EDIT' };

type Submitted = { fields: unknown };

export interface FormContext {
  /** Error codes or texts. */
  errors: readonly string[];
}

/**
 * A form or dialog that makes one call. What it calls, what it checks before and what it says after a failure is provided by each
 * form.
 */
export const formMachine = setup({
  types: {
    context: {} as FormContext,
    input: {} as FormContext,
    events: {} as FormEvent,
    tags: {} as 'busy' | 'failed' | 'done',
  },
  actors: {
    submit: fromPromise<unknown, { fields: unknown }>(() =>
      Promise.reject(new Error('no submit actor was provided')),
    ),
  },
  actions: {
    showFieldErrors: assign({ errors: (_, _submitted: Submitted) => [] }),
    showFailure: assign({ errors: (_, { error }: Failed) => failureTexts(error) }),
    clearErrors: assign({ errors: [] }),
  },
  guards: {
    /** Each form provides its own. */
    isInvalid: (_, { fields }: Submitted) => fields === null,
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS },
}).createMachine({
  id: 'form',
  context: ({ input: { errors } }) => ({ errors }),
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        SUBMIT: [
          {
            guard: { type: 'isInvalid', params: ({ event }) => event },
            // Nothing was called, so a correction is sent at once.
            target: '.failed.ready',
            actions: { type: 'showFieldErrors', params: ({ event }) => event },
          },
          { target: 'submitting', actions: 'clearErrors' },
        ],
      },
      states: {
        editing: { on: { EDIT: { actions: 'clearErrors' } } },
        failed: { ...FAILED, states: { resting: { ...THROTTLED, on: { SUBMIT: {} } }, ready: {} } },
        done: { tags: 'done', on: { EDIT: 'editing' } },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'submit',
        input: ({ event }) => ({ fields: event.type === 'SUBMIT' ? event.fields : null }),
        onDone: 'form.done',
        onError: {
          target: 'form.failed',
          actions: { type: 'showFailure', params: ({ event }) => event },
        },
      },
    },
  },
});
/** The implementations of a form's checks. @param check the errors of all invalid fields, in their order */
export function checksOf(check: (fields: unknown) => readonly string[]) {
  return {
    guards: { isInvalid: (_: unknown, { fields }: Submitted) => check(fields).length > 0 },
    actions: {
      showFieldErrors: assign<FormContext, FormEvent, Submitted, FormEvent, never>({
        errors: (_, { fields }) => check(fields),
      }),
    },
  };
}
