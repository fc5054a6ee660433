import * as z from 'zod/mini';
import { mute } from './mute.ts';
import { profile } from './person.ts';
import { count, time, uuid } from './primitives.ts';

export const me = z.object({
  ...profile.shape,
  email: z.string(),
  unread: z.object({
    notifications: count,
    /** When the first crud expires of which a notification is unread; absent when none does. */
    notifications_until: z.optional(time),
    messages: count,
    /** When the first unread message disappears; absent when none does. */
    messages_until: z.optional(time),
  }),
  /** The newest people who neither see the viewer nor are seen, because one has blocked the other; absent without any. */
  hidden: z.optional(z.array(uuid)),
  /** Those whom the viewer has blocked. */
  blocked: z.optional(z.array(uuid)),
  /** The viewer's mutes that have not ended, latest first; absent without any. */
  mutes: z.optional(z.array(mute)),
});
export type Me = z.infer<typeof me>;
