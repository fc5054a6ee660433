import * as z from 'zod/mini';
import { message } from './activities.ts';
import { MESSAGE_LIFETIMES, type MessageLifetime } from './choices.ts';
import { shortUser } from './people.ts';
import { count, messageErrors, notBlank, optionalText, rule, text, time, uuid } from './primitives.ts';
import { isBlank } from './text/counting.ts';

/** The sender has removed the message: its text is `REMOVED_MESSAGE`. */
const removed = z.optional(z.literal(true));
/** When the message disappears; absent when it stays. */
const expires_at = z.optional(time);

/**
 * A conversation as one of its two members sees it: the other member and the latest message. The text is empty when all messages
 * have disappeared.
 */
export const messageGroup = z.object({
  uuid,
  ...shortUser.shape,
  message: z.string(),
  /** The latest message; absent when all have disappeared. */
  message_uuid: z.optional(uuid),
  removed,
  expires_at,
  created_at: time,
  /** Whether the viewer wrote the latest message. */
  own: z.boolean(),
  unread: count,
  /** When the first unread message disappears; absent when none does. */
  unread_until: z.optional(time),
  /** The latest message that the other member has read, or null. */
  read_uuid: z.nullable(uuid),
  /** A request without an answer, which the viewer has sent or received; absent for any other conversation. */
  request: z.optional(z.enum(['sent', 'received'])),
});
export type MessageGroup = z.infer<typeof messageGroup>;

export const directMessage = z.object({
  uuid,
  ...shortUser.shape,
  message: z.string(),
  removed,
  expires_at,
  created_at: time,
  /** In the answer to a send only when the conversation is new; in an event always. */
  message_group_uuid: z.optional(uuid),
});
export type DirectMessage = z.infer<typeof directMessage>;

/** A message to an existing conversation, or to a person by handle. With both, the conversation is used. */
export const newMessage = z
  .object({
    message,
    message_group_uuid: z.optional(
      z
        .pipe(
          z.nullable(text),
          z.transform((value) => value ?? ''),
        )
        .check(notBlank('message_group_uuid_blank')),
    ),
    handle: z.nullish(text),
  })
  .check(
    rule(
      ({ message_group_uuid, handle }) => message_group_uuid !== undefined || !isBlank(handle ?? ''),
      'user_reciever_handle_blank',
    ),
  );
export type NewMessage = z.infer<typeof newMessage>;

export const messageRead = z.object({ uuid: optionalText });
/** `read_uuid` is null when all messages up to the mark have disappeared. */
export const readState = z.object({ message_group_uuid: uuid, read_uuid: z.nullable(uuid), unread: count });
export type ReadState = z.infer<typeof readState>;

/** How long later messages of a conversation last, and who has changed that when; null while it has never been changed. */
export const conversationLifetime = z.object({
  message_group_uuid: uuid,
  lifetime: z.enum(MESSAGE_LIFETIMES),
  changed_by: z.nullable(z.string()),
  changed_at: z.nullable(time),
});
export type ConversationLifetime = z.infer<typeof conversationLifetime>;

const lifetimes: readonly string[] = MESSAGE_LIFETIMES;
export const lifetimeChange = z.object({
  lifetime: z.pipe(
    optionalText.check(rule((value) => lifetimes.includes(value), 'lifetime_invalid')),
    z.transform((value) => value as MessageLifetime),
  ),
});

/** The calls about conversations and their messages. */
export const messageCalls = {
  messageGroups: {
    summary: 'List the viewer’s conversations, latest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(messageGroup),
    errors: [],
  },
  messageLifetime: {
    summary: 'Get how long the messages of a conversation last',
    access: 'person',
    budget: 'read',
    snapshot: true,
    output: conversationLifetime,
    errors: ['message_group_not_found'],
  },
  setMessageLifetime: {
    summary: 'Change how long later messages of a conversation last',
    access: 'person',
    budget: 'write',
    body: lifetimeChange,
    output: conversationLifetime,
    errors: ['lifetime_invalid', 'message_group_not_found', 'message_not_allowed'],
  },
  messages: {
    summary: 'List a page of a conversation’s messages, oldest first',
    access: 'person',
    budget: 'read',
    paged: true,
    snapshot: true,
    output: z.array(directMessage),
    errors: ['message_group_not_found'],
  },
  sendMessage: {
    summary: 'Send a direct message',
    access: 'person',
    budget: 'write',
    operation: true,
    body: newMessage,
    output: directMessage,
    errors: [
      'message_group_uuid_blank',
      'user_reciever_handle_blank',
      'message_group_not_found',
      'message_expired',
      'message_not_allowed',
      'request_unanswered',
      'too_many_conversations',
      ...messageErrors,
    ],
  },
  unsendMessage: {
    summary: 'Remove the text of a message of the viewer, for both members, within 24 hours',
    access: 'person',
    budget: 'write',
    output: z.object({ uuid }),
    errors: ['message_not_found', 'message_expired', 'unsend_too_late', 'generic_403'],
  },
  markMessagesRead: {
    summary: 'Mark a conversation as read up to a message',
    access: 'person',
    budget: 'write',
    body: messageRead,
    output: readState,
    errors: ['message_group_not_found'],
  },
} as const;
