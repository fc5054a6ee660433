import { LIFETIME_MS } from '@cruddur/shared';
import type { ExpiryInput, expiryMachine } from '../expiry.machine.ts';
import type { SamplesOf } from './machine-samples.ts';

export const expirySamples = {
  input: ({ now }): ExpiryInput => ({ end: now() + LIFETIME_MS['1-hour'], now, allowsMotion: () => true }),
  events: {
    'it never ends': { type: 'ENDS', end: Infinity },
    'it has ended': { type: 'ENDS', end: 0 },
    'its row is out of sight': { type: 'LEFT' },
  },
  outcomes: {},
} satisfies SamplesOf<typeof expiryMachine>;
