import type { Passkey } from '../account.ts';
import type { passkeysMachine } from '../passkeys.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { NETWORK_ERROR, NOT_FOUND_ERROR, providerError } from './provider-errors.ts';

const laptop: Passkey = {
  ...{ id: 'laptop', name: 'Passkey', createdAt: '2026-11-20T09:00:00.000Z', attachment: 'platform' },
};

export const passkeysSamples = {
  events: {
    'press Try again': { type: 'RETRY' },
    'press Add': { type: 'ADD' },
    'press Remove': { type: 'CHOOSE', passkey: laptop },
    'think better of it': { type: 'KEEP' },
    'press Remove once more': { type: 'REMOVE' },
  },
  outcomes: {
    list: {
      'there is one': { output: [laptop] },
      'there is none': { output: [] },
      'no line': NETWORK_ERROR,
    },
    add: {
      'it is added': { output: null },
      'called off': providerError('PasskeyRegistrationCanceled', 'Passkey registration ceremony canceled.'),
      'no line': NETWORK_ERROR,
    },
    remove: {
      'it is removed': { output: null },
      'somebody was quicker': NOT_FOUND_ERROR,
      'no line': NETWORK_ERROR,
    },
  },
} satisfies SamplesOf<typeof passkeysMachine>;
