import type { Holding, sessionMachine } from '../session.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { ines } from './people.ts';
import { NO_LINE, NOT_AUTHORIZED } from './refusals.ts';

const HOUR_MS = 3_600_000;
const renamed = { ...ines, display_name: 'Ines V.' };
const holding: Holding = { person: ines, freshForMs: HOUR_MS };

export const sessionSamples = {
  events: {
    'sign in': { type: 'SIGNED_IN' },
    'sign out': { type: 'SIGN_OUT', all: false },
    'sign out everywhere': { type: 'SIGN_OUT', all: true },
    'ask for fresh tokens': { type: 'REFRESH', force: true },
    'take another name': { type: 'PERSON', person: renamed },
    'sign in in another tab': { type: 'STORED', holding },
    'take another name in another tab': { type: 'STORED', holding: { ...holding, person: renamed } },
    'sign out in another tab': { type: 'STORED', holding: null },
    'the provider drops the session': { type: 'DROPPED' },
  },
  outcomes: {
    restore: {
      'nobody is stored': { output: null },
      'somebody is stored': { output: holding },
      'what is stored cannot be read': { error: new Error('unreadable') },
    },
    adopt: {
      'the person is known': { output: holding },
      'there are no tokens': { output: null },
      'no line': NO_LINE,
    },
    renew: {
      'new tokens': { output: holding },
      'new tokens for the new name': { output: { ...holding, person: renamed } },
      'the session is over': { output: null },
      'no line': NO_LINE,
      'the provider refuses': NOT_AUTHORIZED,
    },
    leave: { 'everybody knows': { output: null }, 'no line': NO_LINE },
  },
} satisfies SamplesOf<typeof sessionMachine>;
