import {
  EMAIL_MAX,
  EMAIL_PATTERN,
  errorText,
  normalizeEmail,
  normalizePassword,
  PASSWORD_MAX,
  PASSWORD_MIN,
  REPEAT_CALL_THROTTLE_MS,
} from '@cruddur/shared';
import { assign, fromPromise, setup } from 'xstate';
import { type Failed, failureOf, isFailure, isNetworkFailure, UNKNOWN_ERROR } from './failure.ts';

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
    showFailure: assign({ errors: (_, { error }: Failed) => providerTexts(error) }),
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

export const hasNoValidEmail = ({ event }: EventArgs) =>
  'email' in event && findFieldErrors({ email: event.email }).length > 0;
export const hasNoValidPassword = ({ event }: EventArgs) =>
  'password' in event && findFieldErrors({ password: event.password }).length > 0;

/**
 * What the forms say of the identity provider's refusals, by their names. Its own texts are never shown, because they name policies and
 * attributes. Those about the configuration are in the specification.
 */
const PROVIDER_ERRORS = {
  CodeMismatchException: 'Invalid verification code provided, please try again.',
  ExpiredCodeException: 'Invalid code provided, please request a code again.',
  InvalidPasswordException: 'This password is not accepted, choose another',
  LimitExceededException: 'Attempt limit exceeded, please try after some time.',
  TooManyRequestsException: errorText('generic_429'),
  TooManyFailedAttemptsException: 'Attempt limit exceeded, please try after some time.',
  UserNotFoundException: 'User does not exist.',
  UserNotConfirmedException: 'User is not confirmed.',
  InternalErrorException: errorText('generic_500'),
  ServiceUnavailableException: errorText('generic_503'),
  AuthUserPoolException: 'Auth UserPool not configured.',
  InvalidUserPoolId: 'Invalid user pool id provided.',
  InvalidIdentityPoolIdException: 'Invalid identity pool id provided.',
  InvalidConfigException: 'Invalid config parameter.',
  OAuthNotConfigureException: 'oauth param not configured.',
  InvalidRedirectException: 'signInRedirect or signOutRedirect had an invalid format or was not found.',
  InvalidOriginException:
    'redirect is coming from a different origin. The oauth flow needs to be initiated from the same origin',
} as const;

/** The text for a failure of the identity provider. @param texts of the form itself, by the names of failures */
export function providerText(
  error: unknown,
  texts: Readonly<Record<string, string>> = {},
  fallback: string = UNKNOWN_ERROR,
): string {
  // Amplify's text, or that a chunk failed to load: both are in the specification.
  if (isNetworkFailure(error)) return failureOf(error).message || fallback;
  const known = Object.entries({ ...PROVIDER_ERRORS, ...texts });
  return known.find(([name]) => isFailure(error, name))?.[1] ?? fallback;
}

/** The same as the only text of a list. */
export function providerTexts(error: unknown, texts?: Readonly<Record<string, string>>): readonly string[] {
  return [providerText(error, texts)];
}

export const FIELD_ERRORS = {
  noEmail: 'Enter your email',
  badEmail: 'Enter an email address such as name@example.com',
  longEmail: `Enter an email address of at most ${EMAIL_MAX} characters`,
  noCode: 'Enter the code from the email',
  noPassword: 'Enter a new password',
  shortPassword: `Enter a password of at least ${PASSWORD_MIN} characters`,
  longPassword: `Enter a password of at most ${PASSWORD_MAX} characters`,
  noPasswordAgain: 'Enter the new password again',
  differ: 'Passwords do not match',
} as const;

/** The errors that a field can have, also after a refusal. */
export const ERRORS_OF_FIELDS = {
  email: [FIELD_ERRORS.noEmail, FIELD_ERRORS.badEmail, FIELD_ERRORS.longEmail],
  code: [FIELD_ERRORS.noCode, PROVIDER_ERRORS.CodeMismatchException, PROVIDER_ERRORS.ExpiredCodeException],
  password: [
    FIELD_ERRORS.noPassword,
    FIELD_ERRORS.shortPassword,
    FIELD_ERRORS.longPassword,
    PROVIDER_ERRORS.InvalidPasswordException,
  ],
  passwordAgain: [FIELD_ERRORS.noPasswordAgain, FIELD_ERRORS.differ],
} as const;

/** The errors of all invalid fields, one for each, in the order of the forms. @param fields may have others, which are not checked */
export function findFieldErrors(fields: object): string[] {
  const { email, code, password, passwordAgain } = fields as Partial<Record<string, unknown>>;
  return [
    ...(typeof email === 'string' ? findEmailErrors(email) : []),
    ...(code === '' ? [FIELD_ERRORS.noCode] : []),
    ...(typeof password === 'string' ? findPasswordErrors(password) : []),
    ...(passwordAgain === '' ? [FIELD_ERRORS.noPasswordAgain] : []),
    ...(password && passwordAgain && password !== passwordAgain ? [FIELD_ERRORS.differ] : []),
  ];
}

export function findEmailErrors(typed: string): string[] {
  const email = normalizeEmail(typed);
  if (email === '') return [FIELD_ERRORS.noEmail];
  if (!EMAIL_PATTERN.test(email)) return [FIELD_ERRORS.badEmail];
  return email.length > EMAIL_MAX ? [FIELD_ERRORS.longEmail] : [];
}

export function findPasswordErrors(typed: string, blank: string = FIELD_ERRORS.noPassword): string[] {
  const { length } = normalizePassword(typed);
  if (length === 0) return [blank];
  if (length < PASSWORD_MIN) return [FIELD_ERRORS.shortPassword];
  return length > PASSWORD_MAX ? [FIELD_ERRORS.longPassword] : [];
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
