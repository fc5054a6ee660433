import type { accountDeletionMachine } from '../account-deletion.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { ines } from './people.ts';
import { apiError, NO_ANSWER_ERROR } from './provider-errors.ts';

export const accountDeletionSamples = {
  events: {
    'press Delete account': { type: 'ASK', handle: ines.handle },
    'think better of it': { type: 'KEEP' },
    'change the field': { type: 'EDIT' },
    'type the handle and delete': { type: 'DELETE', typed: `@${ines.handle}` },
    'type another handle and delete': { type: 'DELETE', typed: 'odalys' },
  },
  outcomes: {
    erase: {
      'it is deleted': { output: null },
      'the server is not well': apiError('generic_503'),
      'no answer': NO_ANSWER_ERROR,
    },
    isErased: {
      'it is gone': { output: true },
      'it is still there': { output: false },
      'no answer': NO_ANSWER_ERROR,
    },
    leave: {
      'this browser keeps nothing': { output: null },
      'something stays': { error: new Error('kept') },
    },
  },
} satisfies SamplesOf<typeof accountDeletionMachine>;
