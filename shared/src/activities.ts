import * as z from 'zod/mini';
import { DEFAULT_LIFETIME, LIFETIMES, MESSAGE_MAX } from './limits.ts';
import { shortUser } from './people.ts';
import {
  count,
  maxCharacters,
  messageErrors,
  notBlank,
  optionalText,
  rule,
  text,
  time,
  uuid,
} from './primitives.ts';

/** A crud or reply without a viewer's marks, as the public stream carries it. */
export const publicActivity = z.object({
  uuid,
  ...shortUser.shape,
  message: z.string(),
  created_at: time,
  expires_at: z.nullable(time),
  replies_count: count,
  reposts_count: count,
  likes_count: count,
  reply_to_activity_uuid: z.nullable(uuid),
});
export type PublicActivity = z.infer<typeof publicActivity>;

/** A crud or reply with the viewer's marks, both false for visitors. */
export const activity = z.object({
  ...publicActivity.shape,
  liked: z.boolean(),
  reposted: z.boolean(),
  /** On profiles only: the person who reposted it, or null. */
  reposted_by: z.optional(z.nullable(shortUser)),
});
export type Activity = z.infer<typeof activity>;

export const singlePost = z.object({ activity, replies: z.array(activity) });
export type SinglePost = z.infer<typeof singlePost>;

/** The text of a crud, reply or message: the composer warns above 240 characters, the server refuses more than 1,024. */
export const message = optionalText.check(
  notBlank('message_blank'),
  maxCharacters(MESSAGE_MAX, 'message_exceed_max_chars_1024'),
);

const lifetimes: readonly string[] = LIFETIMES;
export const newActivity = z.object({
  /** Accepted from old clients and ignored: the author is the token's `sub`. */
  user_handle: z.optional(z.unknown()),
  message,
  ttl: z.pipe(
    z.nullish(text.check(rule((value) => lifetimes.includes(value), 'ttl_blank'))),
    z.transform((value) => (value ?? DEFAULT_LIFETIME) as (typeof LIFETIMES)[number]),
  ),
});
export type NewActivity = z.infer<typeof newActivity>;

export const newReply = z.object({
  activity_uuid: optionalText.check(notBlank('activity_uuid_blank')),
  message,
});
export type NewReply = z.infer<typeof newReply>;

export const marks = z.object({
  uuid,
  liked: z.boolean(),
  reposted: z.boolean(),
  likes_count: count,
  reposts_count: count,
});
export type Marks = z.infer<typeof marks>;

/** What every call about one crud can answer. */
export const activityErrors = ['activity_not_found', 'activity_expired'] as const;
const markCall = {
  access: 'person',
  budget: 'write',
  output: marks,
  errors: activityErrors,
} as const;

/** The calls about cruds and replies. */
export const activityCalls = {
  homeFeed: {
    summary: 'List the unexpired cruds of all people, newest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(activity),
    errors: [],
  },
  newestCruds: {
    summary: 'List the few newest cruds that the home page shows to visitors',
    access: 'public',
    budget: 'read',
    snapshot: true,
    output: z.array(activity),
    errors: [],
  },
  createActivity: {
    summary: 'Create a crud',
    access: 'person',
    budget: 'write',
    operation: true,
    body: newActivity,
    output: activity,
    errors: ['ttl_blank', ...messageErrors],
  },
  singlePost: {
    summary: 'Get one crud with its replies',
    access: 'optional',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: singlePost,
    errors: activityErrors,
  },
  createReply: {
    summary: 'Reply to a crud or reply',
    access: 'person',
    budget: 'write',
    operation: true,
    body: newReply,
    output: activity,
    errors: ['activity_uuid_blank', ...messageErrors, ...activityErrors],
  },
  like: {
    summary: 'Like a crud',
    ...markCall,
  },
  unlike: {
    summary: 'Remove a like',
    ...markCall,
  },
  repost: {
    summary: 'Repost a crud',
    ...markCall,
  },
  unrepost: {
    summary: 'Remove a repost',
    ...markCall,
  },
  burnActivity: {
    summary: 'Burn a crud of the viewer, with its replies',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['generic_403', ...activityErrors],
  },
} as const;
