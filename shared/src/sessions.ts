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
