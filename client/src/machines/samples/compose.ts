import type { ComposeInput, composeMachine } from '../compose.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { apiError, NO_ANSWER_ERROR } from './provider-errors.ts';

const newOperationId = () => 'f3f0c9f4-5d0e-4e1b-8a86-0d9f0c6f2b7e';
const input: ComposeInput = { kind: 'crud', newOperationId };

export const composeSamples = {
  input: () => input,
  otherInputs: {
    'a composer that is always there': (): ComposeInput => ({ kind: 'message', open: true, newOperationId }),
  },
  events: {
    'open it': { type: 'OPEN' },
    'close it': { type: 'CLOSE' },
    'type a text': { type: 'TYPE', text: 'Deploy is green on the first try.' },
    'type on': { type: 'TYPE', text: 'Deploy is green on the first try. I do not trust it.' },
    'empty the text': { type: 'TYPE', text: '' },
    'choose an hour': { type: 'CHOOSE', ttl: '1-hour' },
    'choose seven days': { type: 'CHOOSE', ttl: '7-days' },
    'press Crud': { type: 'SUBMIT' },
    'another tab changes the draft': {
      type: 'RESTORE',
      draft: { text: 'From another tab', ttl: '1-day', operationId: null },
    },
    'another tab sends the draft': { type: 'RESTORE', draft: null },
  },
  outcomes: {
    submit: {
      'it is taken': { output: null },
      'refused as too long': apiError('message_exceed_max_chars_1024'),
      'no answer': NO_ANSWER_ERROR,
    },
  },
} satisfies SamplesOf<typeof composeMachine>;
