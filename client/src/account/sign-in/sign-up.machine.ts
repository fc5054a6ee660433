import { REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { type Failed, failureOf, isFailure } from '../../base/machines/failure.ts';
import { FAILED, THROTTLED } from '../../base/machines/form.machine.ts';
import { isPossibleHandle } from '../handle-check.machine.ts';

export type SignUpFields = { name: string; email: string; handle: string; password: string };

type Context = { email: string; errors: readonly string[] };
/**
 * EDIT is any change of the fields. The password travels in SUBMIT only: it is never stored in a context. `isTaken`: the
 * handle check has found that the handle belongs to another account.
 */
type Submit = { type: 'SUBMIT'; fields: SignUpFields; isTaken?: boolean };
type Event = Submit | { type: 'EDIT' };

export const SIGN_UP_ERRORS = {
  exists: 'This username or email is already registered.',
  failed: 'Signup failed',
  noName: 'Enter your name',
  noEmail: 'Enter your email',
  badEmail: 'Enter an email address such as name@example.com',
  noHandle: 'Enter a username',
  otherHandle: 'Choose another username',
  noPassword: 'Enter a password',
} as const;

const NO_FIELDS: SignUpFields = { name: '', email: '', handle: '', password: '' };

function toErrorMessage(error: unknown): string {
  if (isFailure(error, 'UsernameExistsException') || isFailure(error, 'AliasExistsException')) {
    return SIGN_UP_ERRORS.exists;
  }
  return failureOf(error).message || SIGN_UP_ERRORS.failed;
}

/** The pool checks the rest; the mail that it sends proves the address. */
const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/u;

function emailErrors(email: string): string[] {
  if (email.trim() === '') return [SIGN_UP_ERRORS.noEmail];
  return EMAIL.test(email.trim()) ? [] : [SIGN_UP_ERRORS.badEmail];
}

function handleErrors(handle: string, isTaken: boolean): string[] {
  if (handle.trim() === '') return [SIGN_UP_ERRORS.noHandle];
  return isTaken || !isPossibleHandle(handle) ? [SIGN_UP_ERRORS.otherHandle] : [];
}

/** All missing or invalid fields at once, in the order of the form. */
function fieldErrors({ fields: { name, email, handle, password }, isTaken = false }: Submit): string[] {
  return [
    ...(name.trim() === '' ? [SIGN_UP_ERRORS.noName] : []),
    ...emailErrors(email),
    ...handleErrors(handle, isTaken),
    ...(password === '' ? [SIGN_UP_ERRORS.noPassword] : []),
  ];
}

/** Signing up. `signUp` creates the account; after `done`, the email of the context is confirmed. */
export const signUpMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'busy' | 'failed' | 'done',
  },
  actors: {
    signUp: fromPromise<unknown, SignUpFields>(() => Promise.reject(new Error('no provider'))),
  },
  actions: {
    keepEmail: assign({
      email: ({ context, event }) => (event.type === 'SUBMIT' ? event.fields.email : context.email),
    }),
    showError: assign({
      errors: ({ event }) => (event.type === 'SUBMIT' ? fieldErrors(event) : []),
    }),
    showFailure: assign({ errors: (_, { error }: Failed) => [toErrorMessage(error)] }),
    clearErrors: assign({ errors: [] }),
  },
  guards: {
    isIncomplete: ({ event }) => event.type === 'SUBMIT' && fieldErrors(event).length > 0,
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS },
}).createMachine({
  id: 'sign-up',
  context: { email: '', errors: [] },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        SUBMIT: [
          { guard: 'isIncomplete', target: '.failed.ready', actions: 'showError' },
          { target: 'submitting', actions: ['clearErrors', 'keepEmail'] },
        ],
      },
      states: {
        editing: {},
        failed: { ...FAILED, states: { resting: { ...THROTTLED, on: { SUBMIT: {} } }, ready: {} } },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'signUp',
        input: ({ event }) => (event.type === 'SUBMIT' ? event.fields : NO_FIELDS),
        onDone: { target: 'done' },
        onError: { target: 'form.failed', actions: { type: 'showFailure', params: ({ event }) => event } },
      },
    },
    done: { type: 'final', tags: 'done' },
  },
});
