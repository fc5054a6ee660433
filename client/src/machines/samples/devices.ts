import type { Device } from '../account.ts';
import type { devicesMachine } from '../devices.machine.ts';
import type { SamplesOf } from './machine-samples.ts';
import { NETWORK_ERROR, NOT_FOUND_ERROR } from './provider-errors.ts';

const seenAt = '2026-11-20T09:00:00.000Z';
const here: Device = { id: 'here', name: 'Chrome', seenAt, isThis: true };
const phone: Device = { id: 'phone', name: 'iPhone', seenAt, isThis: false };

export const devicesSamples = {
  events: {
    'press Try again': { type: 'RETRY' },
    'choose another device': { type: 'CHOOSE', leaving: { kind: 'device', device: phone } },
    'choose this device': { type: 'CHOOSE', leaving: { kind: 'device', device: here } },
    'choose all devices': { type: 'CHOOSE', leaving: { kind: 'everywhere' } },
    'think better of it': { type: 'KEEP' },
    'press Sign out': { type: 'LEAVE' },
  },
  outcomes: {
    list: { 'there are two': { output: [here, phone] }, 'no line': NETWORK_ERROR },
    forget: {
      'it is forgotten': { output: null },
      'somebody was quicker': NOT_FOUND_ERROR,
      'no line': NETWORK_ERROR,
    },
    signOut: { 'everybody knows': { output: null }, 'no line': NETWORK_ERROR },
  },
} satisfies SamplesOf<typeof devicesMachine>;
