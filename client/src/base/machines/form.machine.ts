import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { failureTexts, type Failed } from './failure.ts';

/** EDIT is any change of the fields. They travel in SUBMIT only: a password is never stored in a context. */
type FormEvent = { type: 'SUBMIT'; fields: unknown } | { type: 'EDIT' };

type Submitted = { fields: unknown };

interface FormContext {
  /** Error codes or texts. */
  errors: readonly string[];
}

/** The state `failed`, in which the form shows its error. A machine adds the inner states, `resting` and `ready`. */
export const FAILED = {
  tags: 'failed',
  initial: 'resting',
  on: { EDIT: { target: 'editing', actions: 'clearErrors' } },
} as const;

/** The state `resting` in it. A machine adds the events that it ignores: the same call within the throttle is a double press. */
export const THROTTLED = { after: { throttle: { target: 'ready' } } } as const;

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

type EventArgs = { event: object };

/** How long a form waits before another code can be requested, in milliseconds. */
export const RESEND_WAIT_MS = 60_000;

/** The current time in epoch milliseconds: a countdown goes on while the page is suspended. */
export type FormClock = { now: () => number };

/** Guards on the fields that an event carries. An event without the field passes none of them. */
export const hasNoEmail = ({ event }: EventArgs) =>
  'email' in event && typeof event.email === 'string' && event.email.trim() === '';
export const hasNoCode = ({ event }: EventArgs) => 'code' in event && event.code === '';
export const hasNoPassword = ({ event }: EventArgs) => 'password' in event && event.password === '';
export const doDiffer = ({ event }: EventArgs) =>
  'password' in event && 'passwordAgain' in event && event.password !== event.passwordAgain;

/** The texts of a form's field errors, in the order of its fields. */
type FieldTexts = {
  noEmail?: string;
  noCode?: string;
  noPassword?: string;
  differ?: string;
};

/** The errors of all invalid fields that an event carries, one for each field. */
export function findFieldErrors({ event }: EventArgs, texts: FieldTexts): string[] {
  const isBlank = hasNoPassword({ event });
  const found: [boolean, string | undefined][] = [
    [hasNoEmail({ event }), texts.noEmail],
    [hasNoCode({ event }), texts.noCode],
    [isBlank, texts.noPassword],
    [!isBlank && doDiffer({ event }), texts.differ],
  ];
  return found.flatMap(([isFound, text]) => (isFound && text !== undefined ? [text] : []));
}

/** The transition of an event with invalid fields: it shows the error of each and calls nothing. */
export const refuseFields = <const Guard extends string, const Target extends string>(
  guard: Guard,
  target: Target,
) => ({ guard, target, actions: 'showFieldErrors' }) as const;

/** The transition of an event with an invalid field: it shows the error and calls nothing. */
export const refuse = <const Guard extends string, const Target extends string>(
  guard: Guard,
  target: Target,
  error: string,
) => ({ guard, target, actions: { type: 'showError', params: error } }) as const;
