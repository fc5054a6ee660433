import * as z from 'zod/mini';
import { time } from '../primitives.ts';
import { streamEvent } from './stream-event.ts';

const cursor = z.string();
const streamAnswer = z.union([
  z.object({ events: z.array(streamEvent), head: cursor, more: z.boolean() }),
  z.object({ reset: z.literal(true), head: cursor }),
]);
export type StreamAnswer = z.infer<typeof streamAnswer>;

export const syncAnswer = z.object({
  now: time,
  streams: z.object({ public: z.optional(streamAnswer), me: z.optional(streamAnswer) }),
});
export type SyncAnswer = z.infer<typeof syncAnswer>;

/** The call that reads streams. */
export const syncCalls = {
  sync: {
    summary: 'List the events after the given cursors',
    access: 'optional',
    budget: 'sync',
    query: z.object({ public: z.optional(z.string()), me: z.optional(z.string()) }),
    output: syncAnswer,
    errors: ['cursor_invalid'],
  },
} as const;
