import type { confirmMachine } from '../../src/account/sign-in/confirm.machine.ts';
import type { handleCheckMachine } from '../../src/account/handle-check.machine.ts';
import type { recoveryMachine } from '../../src/account/sign-in/recovery.machine.ts';
import {
  SuspendedError,
  type ActiveSession,
  type sessionMachine,
} from '../../src/account/session/session.machine.ts';
import type { signInMachine } from '../../src/account/sign-in/sign-in.machine.ts';
import type { signUpMachine, SignUpFields } from '../../src/account/sign-in/sign-up.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import {
  CODE,
  EMAIL,
  ines,
  NETWORK_ERROR,
  NO_ANSWER_ERROR,
  NOT_AUTHORIZED_ERROR,
  PASSWORD,
  providerError,
  WRONG_CODE_ERROR,
} from './sample-values.ts';

const HOUR_MS = 3_600_000;
const renamed = { ...ines, display_name: 'Ines V.' };
const activeSession: ActiveSession = { person: ines, dueAt: Date.now() + HOUR_MS };

const SUSPENDED = {
  error: new SuspendedError({ handle: ines.handle, message: 'Your account is suspended.' }),
};

export const sessionSamples = {
  events: {
    'sign in': { type: 'SIGNED_IN' },
    'sign out': { type: 'SIGN_OUT', all: false },
    'sign out everywhere': { type: 'SIGN_OUT', all: true },
    'request fresh tokens': { type: 'REFRESH', force: true },
    'change the display name': { type: 'PERSON', person: renamed },
    'sign in in another tab': { type: 'STORED', holding: activeSession },
    'change the display name in another tab': {
      type: 'STORED',
      holding: { ...activeSession, person: renamed },
    },
    'sign out in another tab': { type: 'STORED', holding: null },
    'check the tokens': { type: 'CHECK' },
    'forget the refusal': { type: 'FORGET' },
  },
  outcomes: {
    restore: {
      'no session is stored': { output: null },
      'a session is stored': { output: activeSession },
      'the stored tokens are due': { output: { ...activeSession, dueAt: 0 } },
      'what is stored cannot be read': { error: new Error('unreadable') },
      'the user is suspended': SUSPENDED,
    },
    adopt: {
      'the user is known': { output: activeSession },
      'there are no tokens': { output: null },
      'no connection': NETWORK_ERROR,
      'the user is suspended': SUSPENDED,
    },
    renew: {
      'new tokens': { output: activeSession },
      'new tokens for the new name': { output: { ...activeSession, person: renamed } },
      'the session is over': { output: null },
      'no connection': NETWORK_ERROR,
      'the provider refuses': NOT_AUTHORIZED_ERROR,
    },
  },
} satisfies SamplesOf<typeof sessionMachine>;

const signInSteps = {
  'signed in': { output: 'DONE' },
  'not confirmed': { output: 'CONFIRM_SIGN_UP' },
  'a password reset is required': { output: 'RESET_PASSWORD' },
  'a new password is required': { output: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' },
  'refused as not confirmed': providerError('UserNotConfirmedException', 'User is not confirmed.'),
  'refused until a reset': providerError(
    'PasswordResetRequiredException',
    'Password reset required for the user',
  ),
  'no connection': NETWORK_ERROR,
};

export const signInSamples = {
  events: {
    'press Sign In': { type: 'SUBMIT', email: EMAIL, password: PASSWORD },
    'press Sign In without an email': { type: 'SUBMIT', email: '', password: PASSWORD },
    'press Sign In without a password': { type: 'SUBMIT', email: EMAIL, password: '' },
    'press Use a passkey': { type: 'PASSKEY', email: EMAIL },
    'press Use a passkey without an email': { type: 'PASSKEY', email: '' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    signIn: { ...signInSteps, 'a wrong password': NOT_AUTHORIZED_ERROR },
    signInByPasskey: {
      ...signInSteps,
      'another factor may be chosen': { output: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' },
      'a passkey of another account': NOT_AUTHORIZED_ERROR,
      'cancelled in the browser': providerError(
        'PasskeyAuthenticationCanceled',
        'Passkey authentication ceremony canceled.',
      ),
    },
    openSession: {
      'the session is open': { output: true },
      'there are no tokens': { output: false },
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof signInMachine>;

const fields: SignUpFields = {
  name: ines.display_name,
  email: EMAIL,
  handle: ines.handle,
  password: PASSWORD,
};

export const signUpSamples = {
  events: {
    'press Sign Up': { type: 'SUBMIT', fields },
    'press Sign Up without a name': { type: 'SUBMIT', fields: { ...fields, name: '' } },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    signUp: {
      'the account is created': { output: null },
      'it exists': providerError('UsernameExistsException', 'An account exists.'),
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof signUpMachine>;

export const handleCheckSamples = {
  events: {
    'type a handle': { type: 'TYPE', handle: ines.handle },
    'type another handle': { type: 'TYPE', handle: 'odalys' },
    'type too few letters': { type: 'TYPE', handle: 'i' },
    'type a reserved word': { type: 'TYPE', handle: 'settings' },
    'empty the field': { type: 'TYPE', handle: '' },
  },
  outcomes: {
    ask: { 'it is free': { output: true }, 'it is taken': { output: false }, 'no answer': NO_ANSWER_ERROR },
  },
} satisfies SamplesOf<typeof handleCheckMachine>;

export const confirmSamples = {
  input: ({ now }) => ({ now }),
  events: {
    'press Confirm': { type: 'CONFIRM', email: EMAIL, code: CODE },
    'press Confirm without a code': { type: 'CONFIRM', email: EMAIL, code: '' },
    'press Confirm without an email': { type: 'CONFIRM', email: '', code: '' },
    'press Resend': { type: 'RESEND', email: EMAIL },
    'press Resend without an email': { type: 'RESEND', email: '' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    confirm: {
      confirmed: { output: null },
      'a wrong code': WRONG_CODE_ERROR,
      'no connection': NETWORK_ERROR,
    },
    resend: { 'a code is sent': { output: null }, 'no connection': NETWORK_ERROR },
    autoSignIn: {
      'signed in': { output: 'DONE' },
      'the pool does not know yet': { output: 'CONFIRM_SIGN_UP' },
      'refused, as the pool does not know yet': providerError(
        'UserNotConfirmedException',
        'User is not confirmed.',
      ),
      'no sign-up in this tab': providerError('AutoSignInException', 'not started'),
    },
  },
} satisfies SamplesOf<typeof confirmMachine>;

const resetEvent = { type: 'RESET', code: CODE, password: PASSWORD, passwordAgain: PASSWORD } as const;

export const recoverySamples = {
  input: ({ now }) => ({ now, sentTo: '' }),
  otherInputs: {
    'a page that is reloaded after a code was sent': ({ now }) => ({ now, sentTo: EMAIL }),
  },
  events: {
    'press Send': { type: 'SEND', email: EMAIL },
    'press Send without an email': { type: 'SEND', email: '' },
    'press Reset': resetEvent,
    'press Reset without a code': { ...resetEvent, code: '' },
    'press Reset without a password': { ...resetEvent, password: '' },
    'press Reset with two passwords': { ...resetEvent, passwordAgain: `${PASSWORD}s` },
    'press Send Another Code': { type: 'RESEND' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    sendCode: {
      'a code is sent': { output: 'CONFIRM_RESET_PASSWORD_WITH_CODE' },
      'no code is needed': { output: 'DONE' },
      'no connection': NETWORK_ERROR,
    },
    reset: {
      'the password is changed': { output: undefined },
      'a wrong code': WRONG_CODE_ERROR,
      'no connection': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof recoveryMachine>;
