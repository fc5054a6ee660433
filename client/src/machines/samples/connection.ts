import type { connectionMachine } from '../connection.machine.ts';
import type { SamplesOf } from './machine-samples.ts';

export const connectionSamples = {
  events: {
    'somebody signs in': { type: 'START' },
    'the server lets in': { type: 'READY', resumed: false },
    'the server hands over what was missed': { type: 'READY', resumed: true },
    'the line breaks': { type: 'LOST' },
    'the server refuses': { type: 'REFUSED', code: 'restarting' },
    'plain questions are answered': { type: 'POLLING' },
    'somebody signs out': { type: 'STOP' },
  },
  outcomes: {},
} satisfies SamplesOf<typeof connectionMachine>;
