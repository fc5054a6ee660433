import * as z from 'zod/mini';
import { blockedPerson } from './blocks.ts';
import { MESSAGE_LIFETIMES } from './choices.ts';
import { EXPORT_VERSION } from './limits.ts';
import { mute } from './mutes.ts';
import { profile } from './people.ts';
import { count, time, uuid } from './primitives.ts';
import { privacySettings } from './privacy.ts';
import { listedSession } from './sessions.ts';

const exportedCrud = z.object({
  uuid,
  message: z.string(),
  created_at: time,
  /** When it disappears; null when it stays. */
  expires_at: z.nullable(time),
  replies_count: count,
  reposts_count: count,
  likes_count: count,
});
export type ExportedCrud = z.infer<typeof exportedCrud>;

const exportedReply = z.object({ ...exportedCrud.shape, reply_to_activity_uuid: uuid });
export type ExportedReply = z.infer<typeof exportedReply>;

/** A like or a repost. The text of the crud is its author's and is not exported. */
const exportedMark = z.object({ activity_uuid: uuid, author_handle: z.string(), created_at: time });
export type ExportedMark = z.infer<typeof exportedMark>;

/** Removed messages are left out. */
const exportedMessage = z.object({
  uuid,
  /** Whether the exporting person wrote it. */
  sent: z.boolean(),
  message: z.string(),
  created_at: time,
  /** When it disappears; absent when it stays. */
  expires_at: z.optional(time),
});
export type ExportedMessage = z.infer<typeof exportedMessage>;

const exportedConversation = z.object({
  uuid,
  /** The other member. */
  handle: z.string(),
  display_name: z.string(),
  cognito_user_uuid: uuid,
  /** How long later messages last. */
  lifetime: z.enum(MESSAGE_LIFETIMES),
  created_at: time,
  /** Oldest first. */
  messages: z.array(exportedMessage),
});
export type ExportedConversation = Omit<z.infer<typeof exportedConversation>, 'messages'>;

/**
 * All that the product keeps about one person and shows to them, in the order in which it is written. Cruds, replies and marks are
 * the newest first.
 */
export const dataExport = z.object({
  version: z.literal(EXPORT_VERSION),
  exported_at: time,
  profile: z.object({ ...profile.shape, email: z.string(), created_at: time }),
  settings: z.object({ privacy: privacySettings, blocked: z.array(blockedPerson), muted: z.array(mute) }),
  sessions: z.array(listedSession),
  cruds: z.array(exportedCrud),
  replies: z.array(exportedReply),
  likes: z.array(exportedMark),
  reposts: z.array(exportedMark),
  conversations: z.array(exportedConversation),
  /** The last field: without it, the file is cut. */
  complete: z.literal(true),
});
export type DataExport = z.infer<typeof dataExport>;

/** The call for the viewer’s data. */
export const exportCalls = {
  exportData: {
    summary:
      'Download the viewer’s data as one file, three times in 24 hours; an answer that does not end with `"complete":true}` is not complete',
    access: 'person',
    budget: 'write',
    streamed: true,
    allowSuspended: true,
    output: dataExport,
    errors: [],
  },
} as const;
