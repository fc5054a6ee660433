import { SIGN_IN_STATE_MS, REPEAT_CALL_THROTTLE_MS } from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { type Failed, failureOf, isFailure } from '../../base/machines/failure.ts';
import {
  FAILED,
  hasNoEmail,
  hasNoPassword,
  providerText,
  refuse,
  THROTTLED,
} from '../../base/machines/form.machine.ts';

export type Credentials = { email: string; password: string };

type Context = { email: string; error: string };
/** EDIT is any change of the fields. The password travels in SUBMIT only: it is never stored in a context. */
type Event = ({ type: 'SUBMIT' } & Credentials) | { type: 'PASSKEY'; email: string } | { type: 'EDIT' };

export const SIGN_IN_ERRORS = {
  notAuthorized: 'Incorrect email or password',
  unknown: 'An unknown error occurred',
  noToken: 'Sign in failed: No token received from session.',
  tooMany: 'Password attempts exceeded, please try after some time.',
  unexpectedStep: 'Unexpected signIn step',
  noEmail: 'username is required to signIn',
  noPassword: 'password is required to signIn',
  passkeyCancelled: 'The passkey was not used. Try again, or sign in with your password.',
  noPasskey: 'There is no passkey for this account on this device. Sign in with your password.',
} as const;

type Stepped = { output: string };
const ofEvent = <Of>({ event }: { event: Of }): Of => event;
const step = <const Guard extends string>(guard: Guard) =>
  ({ type: guard, params: ofEvent<Stepped> }) as const;
const refusal = <const Guard extends string>(guard: Guard) =>
  ({ type: guard, params: ofEvent<Failed> }) as const;

/** The next steps that password and passkey have in common. */
const KNOWN_STEPS = [
  { guard: step('isSignedIn'), target: 'opening' },
  { guard: step('needsConfirmation'), target: 'toConfirm' },
  { guard: step('needsReset'), target: 'toReset' },
] as const;

const UNEXPECTED_STEP = {
  target: 'form.challenged',
  actions: { type: 'showError', params: SIGN_IN_ERRORS.unexpectedStep },
} as const;

const KNOWN_REFUSALS = [
  { guard: refusal('isUnconfirmed'), target: 'toConfirm' },
  { guard: refusal('isResetRequired'), target: 'toReset' },
] as const;

const REFUSALS = {
  NotAuthorizedException: SIGN_IN_ERRORS.notAuthorized,
  TooManyRequestsException: SIGN_IN_ERRORS.tooMany,
};
const PASSKEY_REFUSALS = {
  ...REFUSALS,
  NotAuthorizedException: SIGN_IN_ERRORS.noPasskey,
  PasskeyAuthenticationCanceled: SIGN_IN_ERRORS.passkeyCancelled,
};

/** The text for a failed sign-in, also at the hosted pages. A suspension has its own, with the date. */
export function signInText(error: unknown, refusals: Readonly<Record<string, string>> = REFUSALS): string {
  if (isFailure(error, 'SuspendedError')) return failureOf(error).message;
  return providerText(error, refusals, SIGN_IN_ERRORS.unknown);
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
    showFailure: assign({ error: (_, { error }: Failed) => signInText(error) }),
    showPasskeyFailure: assign({ error: (_, { error }: Failed) => signInText(error, PASSKEY_REFUSALS) }),
    clearErrors: assign({ error: '' }),
  },
  guards: {
    hasNoEmail,
    hasNoPassword,
    isSignedIn: (_, { output }: Stepped) => output === 'DONE',
    needsConfirmation: (_, { output }: Stepped) => output === 'CONFIRM_SIGN_UP',
    needsReset: (_, { output }: Stepped) => output === 'RESET_PASSWORD',
    offersOtherFactors: (_, { output }: Stepped) => output === 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION',
    isUnconfirmed: (_, { error }: Failed) => isFailure(error, 'UserNotConfirmedException'),
    isResetRequired: (_, { error }: Failed) => isFailure(error, 'PasswordResetRequiredException'),
    isOpen: (_, { output }: { output: boolean }) => output,
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
        onError: [
          ...KNOWN_REFUSALS,
          { target: 'form.failed', actions: { type: 'showFailure', params: ({ event }) => event } },
        ],
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
            guard: step('offersOtherFactors'),
            target: 'form.failed',
            actions: { type: 'showError', params: SIGN_IN_ERRORS.noPasskey },
          },
          UNEXPECTED_STEP,
        ],
        onError: [
          ...KNOWN_REFUSALS,
          { target: 'form.failed', actions: { type: 'showPasskeyFailure', params: ({ event }) => event } },
        ],
      },
    },
    opening: {
      tags: 'busy',
      invoke: {
        src: 'openSession',
        onDone: [
          { guard: { type: 'isOpen', params: ({ event }) => event }, target: 'done' },
          { target: 'form.failed', actions: { type: 'showError', params: SIGN_IN_ERRORS.noToken } },
        ],
        onError: { target: 'form.failed', actions: { type: 'showFailure', params: ({ event }) => event } },
      },
    },
    done: { type: 'final', tags: 'done' },
    toConfirm: { type: 'final', tags: 'toConfirm' },
    toReset: { type: 'final', tags: 'toReset' },
  },
});
