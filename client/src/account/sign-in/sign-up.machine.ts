import {
  countCharacters,
  DISPLAY_NAME_MAX,
  isAllowedName,
  isBlank,
  REPEAT_CALL_THROTTLE_MS,
} from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import type { Failed } from '../../base/machines/failure.ts';
import {
  ERRORS_OF_FIELDS,
  FAILED,
  findEmailErrors,
  findPasswordErrors,
  providerText,
  THROTTLED,
} from '../../base/machines/form.machine.ts';
import { findHandleErrors, HANDLE_ERRORS } from '../handle-check.machine.ts';

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
  longName: `Enter a name of at most ${DISPLAY_NAME_MAX} characters`,
  otherName: 'This name is not allowed, choose another',
  ...HANDLE_ERRORS,
  noPassword: 'Enter a password',
} as const;

/** The errors that each field can have, in the order of the form. */
export const SIGN_UP_ERRORS_OF_FIELDS: Record<keyof SignUpFields, readonly string[]> = {
  name: [SIGN_UP_ERRORS.noName, SIGN_UP_ERRORS.longName, SIGN_UP_ERRORS.otherName],
  email: [...ERRORS_OF_FIELDS.email, SIGN_UP_ERRORS.exists],
  handle: Object.values(HANDLE_ERRORS),
  password: [SIGN_UP_ERRORS.noPassword, ...ERRORS_OF_FIELDS.password],
};

const NO_FIELDS: SignUpFields = { name: '', email: '', handle: '', password: '' };

/** The name of the error of a sign-up whose handle is known to belong to another account: the provider's error does not say which it is. */
export const HANDLE_EXISTS = 'HandleExists';

const REFUSALS = {
  [HANDLE_EXISTS]: SIGN_UP_ERRORS.otherHandle,
  UsernameExistsException: SIGN_UP_ERRORS.exists,
  AliasExistsException: SIGN_UP_ERRORS.exists,
};

function findNameErrors(typed: string): string[] {
  const name = typed.trim();
  if (isBlank(name)) return [SIGN_UP_ERRORS.noName];
  if (countCharacters(name) > DISPLAY_NAME_MAX) return [SIGN_UP_ERRORS.longName];
  return isAllowedName(name) ? [] : [SIGN_UP_ERRORS.otherName];
}

/** All missing or invalid fields at once, in the order of the form. */
export function findSignUpErrors(
  { name, email, handle, password }: SignUpFields,
  isTaken = false,
): readonly string[] {
  return [
    ...findNameErrors(name),
    ...findEmailErrors(email),
    ...findHandleErrors(handle, isTaken),
    ...findPasswordErrors(password, SIGN_UP_ERRORS.noPassword),
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
      errors: ({ event }) => (event.type === 'SUBMIT' ? findSignUpErrors(event.fields, event.isTaken) : []),
    }),
    showFailure: assign({
      errors: (_, { error }: Failed) => [providerText(error, REFUSALS, SIGN_UP_ERRORS.failed)],
    }),
    clearErrors: assign({ errors: [] }),
  },
  guards: {
    isIncomplete: ({ event }) =>
      event.type === 'SUBMIT' && findSignUpErrors(event.fields, event.isTaken).length > 0,
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
