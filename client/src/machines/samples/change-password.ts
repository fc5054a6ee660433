import type { changePasswordMachine } from '../change-password.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { PASSWORD } from './people.ts';
import { NO_LINE, NOT_AUTHORIZED } from './refusals.ts';

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
      'the current one is another': NOT_AUTHORIZED,
      'no line': NO_LINE,
    },
  },
} satisfies SamplesOf<typeof changePasswordMachine>;
