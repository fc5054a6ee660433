import { OUTBOX_RETENTION_MS } from '@cruddur/shared';
import type { OutboxInput, outboxMachine } from '../outbox.machine.ts';
import type { SamplesOf } from './machine-samples.ts';

/** Less than the waits after two failed attempts. */
const NEARLY_MS = 500;

export const outboxSamples = {
  // Written so long ago that it may become stale, too.
  input: ({ now }): OutboxInput => ({ at: now() - OUTBOX_RETENTION_MS + NEARLY_MS, now }),
  events: { 'the line may be back': { type: 'WAKE' } },
  outcomes: {
    attempt: {
      'the server has it': { output: { kind: 'done' } },
      'the server refuses it': { output: { kind: 'refused' } },
      'nobody knows': { output: { kind: 'unknown' } },
      'it breaks': { error: new Error('broken') },
    },
  },
} satisfies SamplesOf<typeof outboxMachine>;
