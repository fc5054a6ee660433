import * as z from 'zod/mini';
import { time, uuid } from './primitives.ts';

/** A session of the viewer, as the settings list it. */
export const listedSession = z.object({
  uuid,
  /** `Firefox on macOS`, or `Unknown device`. */
  device: z.string(),
  /** A phone or a tablet. */
  handheld: z.boolean(),
  signed_in_at: time,
  /** At most some minutes older than the last use. */
  last_used_at: time,
  /** The session of this call. */
  current: z.boolean(),
});
export type ListedSession = z.infer<typeof listedSession>;

/** The calls about the viewer’s sessions. */
export const sessionCalls = {
  sessions: {
    summary: 'List where the viewer is signed in, the session of this call first, then by last use',
    access: 'person',
    budget: 'read',
    output: z.array(listedSession),
    errors: [],
  },
  endListedSession: {
    summary: 'End one of the viewer’s sessions',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['generic_404'],
  },
  endSession: {
    summary: 'End this session, or all sessions of the viewer',
    access: 'person',
    budget: 'write',
    allowSuspended: true,
    body: z.object({ all: z.nullish(z.boolean()) }),
    output: z.object({ ended: z.literal(true) }),
    errors: [],
  },
} as const;
