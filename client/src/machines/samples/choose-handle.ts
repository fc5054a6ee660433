import type { chooseHandleMachine } from '../choose-handle.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { ines } from './people.ts';
import { answer, NO_LINE, refusal } from './refusals.ts';

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
      'somebody here has it': answer('handle_taken'),
      'the pool knows it already': refusal('AliasExistsException', 'An account exists.'),
      'no line': NO_LINE,
    },
  },
} satisfies SamplesOf<typeof chooseHandleMachine>;
