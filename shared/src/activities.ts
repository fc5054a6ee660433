import * as z from 'zod/mini';
import { DEFAULT_LIFETIME, LIFETIMES, MESSAGE_MAX } from '../limits.ts';
import { SEARCH_TERM_MAX, SEARCH_WORDS_MAX, wordsOfTerm } from '../search-term.ts';
import { countCharacters } from '../text.ts';
import { hashtagCount, profile, shortUser } from './person.ts';
import { maxCharacters, count, optionalText, notBlank, rule, text, time, uuid } from './primitives.ts';

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

export const NOTIFICATION_REASONS = ['reply', 'mention', 'like', 'repost'] as const;
export const notification = z.object({
  ...activity.shape,
  reason: z.enum(NOTIFICATION_REASONS),
  actor: shortUser,
  /** When the actor did it; absent in answers of earlier versions. */
  notified_at: z.optional(time),
  /** How many more people did the same within `NOTIFICATION_GROUPING_MS`, counted up to 1,000; absent when none did. */
  others: z.optional(count),
  unread: z.boolean(),
});
export type Notification = z.infer<typeof notification>;
export type NotificationReason = Notification['reason'];

export const singlePost = z.object({ activity, replies: z.array(activity) });
export type SinglePost = z.infer<typeof singlePost>;

export const profilePage = z.object({ profile, activities: z.array(activity) });
export type ProfilePage = z.infer<typeof profilePage>;

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

export const searchResult = z.object({
  people: z.array(shortUser),
  activities: z.array(activity),
  hashtags: z.array(hashtagCount),
});
export type SearchResult = z.infer<typeof searchResult>;

export const searchTerm = optionalText.check(
  notBlank('search_term_blank'),
  rule(
    (term) => countCharacters(term) <= SEARCH_TERM_MAX && wordsOfTerm(term).length <= SEARCH_WORDS_MAX,
    'search_term_too_long',
  ),
);

/** Marks all notifications up to and including this cursor of the `me` stream as read. */
export const notificationsRead = z.object({ before: optionalText.check(notBlank('cursor_invalid')) });
