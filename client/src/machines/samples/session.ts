import type { ActiveSession, sessionMachine } from '../session.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { ines } from './people.ts';
import { NETWORK_ERROR, NOT_AUTHORIZED_ERROR } from './provider-errors.ts';

const HOUR_MS = 3_600_000;
const renamed = { ...ines, display_name: 'Ines V.' };
const activeSession: ActiveSession = { person: ines, freshForMs: HOUR_MS };

export const sessionSamples = {
  events: {
    'sign in': { type: 'SIGNED_IN' },
    'sign out': { type: 'SIGN_OUT', all: false },
    'sign out everywhere': { type: 'SIGN_OUT', all: true },
    'ask for fresh tokens': { type: 'REFRESH', force: true },
    'take another name': { type: 'PERSON', person: renamed },
    'sign in in another tab': { type: 'STORED', holding: activeSession },
    'take another name in another tab': { type: 'STORED', holding: { ...activeSession, person: renamed } },
    'sign out in another tab': { type: 'STORED', holding: null },
    'the provider drops the session': { type: 'DROPPED' },
  },
  outcomes: {
    restore: {
      'nobody is stored': { output: null },
      'somebody is stored': { output: activeSession },
      'what is stored cannot be read': { error: new Error('unreadable') },
    },
    adopt: {
      'the person is known': { output: activeSession },
      'there are no tokens': { output: null },
      'no line': NETWORK_ERROR,
    },
    renew: {
      'new tokens': { output: activeSession },
      'new tokens for the new name': { output: { ...activeSession, person: renamed } },
      'the session is over': { output: null },
      'no line': NETWORK_ERROR,
      'the provider refuses': NOT_AUTHORIZED_ERROR,
    },
    leave: { 'everybody knows': { output: null }, 'no line': NETWORK_ERROR },
  },
} satisfies SamplesOf<typeof sessionMachine>;
