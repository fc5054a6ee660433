import type { chooseHandleMachine } from '../choose-handle.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { ines } from './people.ts';
import { apiError, NETWORK_ERROR, providerError } from './provider-errors.ts';

export const chooseHandleSamples = {
  input: () => ({ taken: ines.handle }),
  events: {
    'save another handle': { type: 'SAVE', handle: 'ines_varga' },
    'save none': { type: 'SAVE', handle: '' },
    'change the field': { type: 'EDIT' },
  },
  outcomes: {
    save: {
      'it is theirs': { output: null },
      'somebody here has it': apiError('handle_taken'),
      'the pool knows it already': providerError('AliasExistsException', 'An account exists.'),
      'no line': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof chooseHandleMachine>;
