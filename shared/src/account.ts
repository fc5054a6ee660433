import * as z from 'zod/mini';
import { mute } from './mutes.ts';
import { profile } from './people.ts';
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
    /** The requests that wait for the viewer’s answer; absent without any. */
    requests: z.optional(count),
  }),
  /** The newest people who neither see the viewer nor are seen, because one has blocked the other; absent without any. */
  hidden: z.optional(z.array(uuid)),
  /** Those whom the viewer has blocked. */
  blocked: z.optional(z.array(uuid)),
  /** The viewer's mutes that have not ended, latest first; absent without any. */
  mutes: z.optional(z.array(mute)),
});
export type Me = z.infer<typeof me>;

/** The calls about the viewer’s account. */
export const accountCalls = {
  me: {
    summary: 'Get the viewer’s profile and unread counts',
    access: 'person',
    budget: 'read',
    snapshot: true,
    output: me,
    errors: ['handle_taken', 'cognito_user_id_blank'],
  },
  deleteAccount: {
    summary: 'Delete the viewer’s account and all its content',
    access: 'person',
    budget: 'write',
    allowErased: true,
    allowSuspended: true,
    output: z.object({ deleted: z.literal(true) }),
    errors: ['handle_taken', 'cognito_user_id_blank'],
  },
  suspension: {
    summary: 'Get whether the viewer is suspended, and until when; open to suspended people',
    access: 'person',
    budget: 'lookup',
    allowSuspended: true,
    output: z.object({ suspended: z.boolean(), until: z.nullable(time), handle: z.string() }),
    errors: [],
  },
} as const;
