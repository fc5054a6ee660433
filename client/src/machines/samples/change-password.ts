import type { changePasswordMachine } from '../change-password.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { PASSWORD } from './people.ts';
import { NETWORK_ERROR, NOT_AUTHORIZED_ERROR } from './provider-errors.ts';

const NEW_PASSWORD = 'another long one';
const change = {
  type: 'SUBMIT',
  current: PASSWORD,
  password: NEW_PASSWORD,
  passwordAgain: NEW_PASSWORD,
} as const;

export const changePasswordSamples = {
  events: {
    'press Change': change,
    'press Change without the current one': { ...change, current: '' },
    'press Change without a new one': { ...change, password: '', passwordAgain: '' },
    'press Change with two new ones': { ...change, passwordAgain: PASSWORD },
    'press Change with a short one': { ...change, password: 'short', passwordAgain: 'short' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    changePassword: {
      'it is changed': { output: null },
      'the current one is another': NOT_AUTHORIZED_ERROR,
      'no line': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof changePasswordMachine>;
