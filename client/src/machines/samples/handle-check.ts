import type { handleCheckMachine } from '../handle-check.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { ines } from './people.ts';
import { NO_ANSWER_ERROR } from './provider-errors.ts';

export const handleCheckSamples = {
  events: {
    'type a handle': { type: 'TYPE', handle: ines.handle },
    'type another handle': { type: 'TYPE', handle: 'odalys' },
    'type too few letters': { type: 'TYPE', handle: 'i' },
    'type a word that the product keeps for itself': { type: 'TYPE', handle: 'settings' },
    'empty the field': { type: 'TYPE', handle: '' },
  },
  outcomes: {
    ask: { 'it is free': { output: true }, 'it is taken': { output: false }, 'no answer': NO_ANSWER_ERROR },
  },
} satisfies SamplesOf<typeof handleCheckMachine>;
