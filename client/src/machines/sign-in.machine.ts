import { SIGN_IN_STATE_MS, REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { errorOf, failureOf, isFailure } from './failure.ts';
import { FAILED, hasNoEmail, hasNoPassword, refuse, THROTTLED } from './form.ts';

export type Credentials = { email: string; password: string };

type Context = { email: string; error: string };
/** EDIT is any change of the fields. The password travels in SUBMIT only: it is never stored in a context. */
type Event = ({ type: 'SUBMIT' } & Credentials) | { type: 'PASSKEY'; email: string } | { type: 'EDIT' };

export const SIGN_IN_ERRORS = {
  notAuthorized: 'Incorrect email or password',
  unknown: 'An unknown error occurred',
  noToken: 'Sign in failed: No token received from session.',
  unexpectedStep: 'Unexpected signIn step',
  noEmail: 'username is required to signIn',
  noPassword: 'password is required to signIn',
  passkeyCancelled: 'The passkey was not used. Try again, or sign in with your password.',
  noPasskey: 'There is no passkey for this account on this device. Sign in with your password.',
} as const;

/** The next steps that password and passkey have in common. */
const KNOWN_STEPS = [
  { guard: { type: 'isStep', params: 'DONE' }, target: 'opening' },
  { guard: { type: 'isStep', params: 'CONFIRM_SIGN_UP' }, target: 'toConfirm' },
  { guard: { type: 'isStep', params: 'RESET_PASSWORD' }, target: 'toReset' },
] as const;

const UNEXPECTED_STEP = {
  target: 'form.challenged',
  actions: { type: 'showError', params: SIGN_IN_ERRORS.unexpectedStep },
} as const;

const KNOWN_REFUSALS = [
  { guard: { type: 'isFailure', params: 'UserNotConfirmedException' }, target: 'toConfirm' },
  { guard: { type: 'isFailure', params: 'PasswordResetRequiredException' }, target: 'toReset' },
] as const;

function toErrorMessage(error: unknown): string {
  if (isFailure(error, 'NotAuthorizedException')) return SIGN_IN_ERRORS.notAuthorized;
  return failureOf(error).message || SIGN_IN_ERRORS.unknown;
}

function toPasskeyErrorMessage(error: unknown): string {
  if (isFailure(error, 'NotAuthorizedException')) return SIGN_IN_ERRORS.noPasskey;
  if (isFailure(error, 'PasskeyAuthenticationCanceled')) return SIGN_IN_ERRORS.passkeyCancelled;
  return toErrorMessage(error);
}

/**
 * Signing in by password or passkey. `signIn` and `signInByPasskey` resolve to the provider's next step; only DONE opens the
 * session. `openSession` reads the tokens and resolves to whether there are any.
 */
export const signInMachine = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    tags: {} as 'busy' | 'passkey' | 'failed' | 'done' | 'toConfirm' | 'toReset',
  },
  actors: {
    signIn: fromPromise<string, Credentials>(() => Promise.reject(new Error('no provider'))),
    signInByPasskey: fromPromise<string, { email: string }>(() => Promise.reject(new Error('no provider'))),
    openSession: fromPromise<boolean>(() => Promise.reject(new Error('no session'))),
  },
  actions: {
    keepEmail: assign({
      email: ({ context, event }) => ('email' in event ? event.email.trim() : context.email),
    }),
    showError: assign({ error: (_, error: string) => error }),
    showFailure: assign({ error: ({ event }) => toErrorMessage(errorOf(event)) }),
    showPasskeyFailure: assign({ error: ({ event }) => toPasskeyErrorMessage(errorOf(event)) }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    hasNoEmail,
    hasNoPassword,
    isStep: ({ event }, step: string) => 'output' in event && event.output === step,
    isOpen: ({ event }) => 'output' in event && event.output === true,
    isFailure: ({ event }, name: string) => isFailure(errorOf(event), name),
  },
  delays: { throttle: REPEAT_CALL_THROTTLE_MS, challengeKept: SIGN_IN_STATE_MS },
}).createMachine({
  id: 'sign-in',
  context: { email: '', error: '' },
  initial: 'form',
  states: {
    form: {
      initial: 'editing',
      on: {
        SUBMIT: [
          refuse('hasNoEmail', '.failed', SIGN_IN_ERRORS.noEmail),
          refuse('hasNoPassword', '.failed', SIGN_IN_ERRORS.noPassword),
          { target: 'submitting', actions: ['clearErrors', 'keepEmail'] },
        ],
        PASSKEY: [
          refuse('hasNoEmail', '.failed', SIGN_IN_ERRORS.noEmail),
          { target: 'askingPasskey', actions: ['clearErrors', 'keepEmail'] },
        ],
      },
      states: {
        editing: {},
        failed: {
          ...FAILED,
          states: { resting: { ...THROTTLED, on: { SUBMIT: {}, PASSKEY: {} } }, ready: {} },
        },
        // The provider's challenge, which this form cannot answer, expires after the same time.
        challenged: {
          tags: 'failed',
          on: { EDIT: { target: 'editing', actions: 'clearErrors' } },
          after: { challengeKept: { target: 'editing', actions: 'clearErrors' } },
        },
      },
    },
    submitting: {
      tags: 'busy',
      invoke: {
        src: 'signIn',
        input: ({ event }) =>
          event.type === 'SUBMIT'
            ? { email: event.email.trim(), password: event.password }
            : { email: '', password: '' },
        onDone: [...KNOWN_STEPS, UNEXPECTED_STEP],
        onError: [...KNOWN_REFUSALS, { target: 'form.failed', actions: 'showFailure' }],
      },
    },
    askingPasskey: {
      tags: ['busy', 'passkey'],
      invoke: {
        src: 'signInByPasskey',
        input: ({ context: { email } }) => ({ email }),
        onDone: [
          ...KNOWN_STEPS,
          {
            // The pool offers other factors when the account has no passkey; the form offers the password anyway.
            guard: { type: 'isStep', params: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' },
            target: 'form.failed',
            actions: { type: 'showError', params: SIGN_IN_ERRORS.noPasskey },
          },
          UNEXPECTED_STEP,
        ],
        onError: [...KNOWN_REFUSALS, { target: 'form.failed', actions: 'showPasskeyFailure' }],
      },
    },
    opening: {
      tags: 'busy',
      invoke: {
        src: 'openSession',
        onDone: [
          { guard: 'isOpen', target: 'done' },
          { target: 'form.failed', actions: { type: 'showError', params: SIGN_IN_ERRORS.noToken } },
        ],
        onError: { target: 'form.failed', actions: 'showFailure' },
      },
    },
    done: { type: 'final', tags: 'done' },
    toConfirm: { type: 'final', tags: 'toConfirm' },
    toReset: { type: 'final', tags: 'toReset' },
  },
});
