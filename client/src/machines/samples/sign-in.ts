import type { signInMachine } from '../sign-in.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { EMAIL, PASSWORD } from './people.ts';
import { NETWORK_ERROR, NOT_AUTHORIZED_ERROR, providerError } from './provider-errors.ts';

const steps = {
  'let in': { output: 'DONE' },
  'not confirmed': { output: 'CONFIRM_SIGN_UP' },
  'a reset is demanded': { output: 'RESET_PASSWORD' },
  'a new password is wanted': { output: 'CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED' },
  'refused as not confirmed': providerError('UserNotConfirmedException', 'User is not confirmed.'),
  'refused until a reset': providerError(
    'PasswordResetRequiredException',
    'Password reset required for the user',
  ),
  'no line': NETWORK_ERROR,
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
    signIn: { ...steps, 'a wrong password': NOT_AUTHORIZED_ERROR },
    signInByPasskey: {
      ...steps,
      'another proof may be chosen': { output: 'CONTINUE_SIGN_IN_WITH_FIRST_FACTOR_SELECTION' },
      "somebody else's passkey": NOT_AUTHORIZED_ERROR,
      'called off': providerError(
        'PasskeyAuthenticationCanceled',
        'Passkey authentication ceremony canceled.',
      ),
    },
    openSession: {
      'the session is open': { output: true },
      'there are no tokens': { output: false },
      'no line': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof signInMachine>;
