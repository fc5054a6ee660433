import * as z from 'zod/mini';
import { message } from './activity.ts';
import { shortUser } from './person.ts';
import { count, optionalText, notBlank, rule, text, time, uuid } from './primitives.ts';
import { isBlank } from '../text.ts';

/** The sender has removed the message: its text is `REMOVED_MESSAGE`. */
const removed = z.optional(z.literal(true));

/** A conversation as one of its two members sees it: the other member and the latest message. */
export const messageGroup = z.object({
  uuid,
  ...shortUser.shape,
  message: z.string(),
  /** The latest message; absent in answers of earlier versions. */
  message_uuid: z.optional(uuid),
  removed,
  created_at: time,
  /** Whether the viewer wrote the latest message. */
  own: z.boolean(),
  unread: count,
  /** The latest message that the other member has read, or null. */
  read_uuid: z.nullable(uuid),
});
export type MessageGroup = z.infer<typeof messageGroup>;

export const directMessage = z.object({
  uuid,
  ...shortUser.shape,
  message: z.string(),
  removed,
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
export const readState = z.object({ message_group_uuid: uuid, read_uuid: uuid, unread: count });
export type ReadState = z.infer<typeof readState>;
