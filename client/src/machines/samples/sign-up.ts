import type { signUpMachine, SignUpFields } from '../sign-up.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { EMAIL, ines, PASSWORD } from './people.ts';
import { NETWORK_ERROR, providerError } from './provider-errors.ts';

const fields: SignUpFields = {
  ...{ name: ines.display_name, email: EMAIL, handle: ines.handle, password: PASSWORD },
};

export const signUpSamples = {
  events: {
    'press Sign Up': { type: 'SUBMIT', fields },
    'press Sign Up without a name': { type: 'SUBMIT', fields: { ...fields, name: '' } },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    signUp: {
      'the account is made': { output: null },
      'it exists': providerError('UsernameExistsException', 'An account exists.'),
      'no line': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof signUpMachine>;
