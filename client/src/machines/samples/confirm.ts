import type { confirmMachine } from '../confirm.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { CODE, EMAIL } from './people.ts';
import { NETWORK_ERROR, providerError, WRONG_CODE_ERROR } from './provider-errors.ts';

export const confirmSamples = {
  events: {
    'press Confirm': { type: 'CONFIRM', email: EMAIL, code: CODE },
    'press Confirm without a code': { type: 'CONFIRM', email: EMAIL, code: '' },
    'press Confirm without an email': { type: 'CONFIRM', email: '', code: '' },
    'press Resend': { type: 'RESEND', email: EMAIL },
    'press Resend without an email': { type: 'RESEND', email: '' },
    'change a field': { type: 'EDIT' },
  },
  outcomes: {
    confirm: { confirmed: { output: null }, 'a wrong code': WRONG_CODE_ERROR, 'no line': NETWORK_ERROR },
    resend: { 'a code is sent': { output: null }, 'no line': NETWORK_ERROR },
    autoSignIn: {
      'let in': { output: 'DONE' },
      'the pool does not know yet': { output: 'CONFIRM_SIGN_UP' },
      'refused, as the pool does not know yet': providerError(
        'UserNotConfirmedException',
        'User is not confirmed.',
      ),
      'nothing to go on with': providerError('AutoSignInException', 'not started'),
    },
  },
} satisfies SamplesOf<typeof confirmMachine>;
