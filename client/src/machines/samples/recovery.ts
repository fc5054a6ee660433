import type { recoveryMachine } from '../recovery.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { CODE, EMAIL, PASSWORD } from './people.ts';
import { NETWORK_ERROR, WRONG_CODE_ERROR } from './provider-errors.ts';

const reset = { type: 'RESET', code: CODE, password: PASSWORD, passwordAgain: PASSWORD } as const;

export const recoverySamples = {
  input: () => ({ sentTo: '' }),
  otherInputs: { 'a page that is loaded again after a code was sent': () => ({ sentTo: EMAIL }) },
  events: {
    'press Send': { type: 'SEND', email: EMAIL },
    'press Send without an email': { type: 'SEND', email: '' },
    'press Reset': reset,
    'press Reset without a code': { ...reset, code: '' },
    'press Reset without a password': { ...reset, password: '' },
    'press Reset with two passwords': { ...reset, passwordAgain: '' },
    'press Send Another Code': { type: 'RESEND' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    sendCode: {
      'a code is sent': { output: 'CONFIRM_RESET_PASSWORD_WITH_CODE' },
      'no code is needed': { output: 'DONE' },
      'no line': NETWORK_ERROR,
    },
    reset: {
      'the password is new': { output: undefined },
      'a wrong code': WRONG_CODE_ERROR,
      'no line': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof recoveryMachine>;
