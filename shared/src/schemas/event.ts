import * as z from 'zod/mini';
import { notification, publicActivity } from './activity.ts';
import { directMessage } from './message.ts';
import { profile } from './person.ts';
import { count, time, uuid } from './primitives.ts';

const envelope = { seq: z.int(), tag: z.string(), at: time };
const eventSchema = <K extends string, D extends z.ZodMiniType>(kind: K, data: D) =>
  z.object({ ...envelope, kind: z.literal(kind), data });

/** A message on its way to a member: always with its conversation. */
export const deliveredMessage = z.object({ ...directMessage.shape, message_group_uuid: uuid });
export type DeliveredMessage = z.infer<typeof deliveredMessage>;

/**
 * A crud or reply was burned, and its replies with it: they have no events of their own. `nested` names those of them that had
 * replies themselves, so that each reply that is gone is either named or a reply to one that is.
 */
const burnedActivity = z.object({
  uuid,
  nested: z.optional(z.union([z.array(uuid), z.literal('too many')])),
});

/** One line of a stream: what happened, without a gap to the line before it. */
export const streamEvent = z.discriminatedUnion('kind', [
  eventSchema('activity.created', publicActivity),
  eventSchema('reply.created', publicActivity),
  eventSchema('activity.deleted', burnedActivity),
  /** `erased` when the person is: what they wrote goes with them, and only the newest of it has events of its own. */
  eventSchema('profile.updated', z.object({ ...profile.shape, erased: z.optional(z.literal(true)) })),
  eventSchema('notification.created', notification),
  eventSchema('message.created', deliveredMessage),
  eventSchema(
    'read.updated',
    z.object({ message_group_uuid: uuid, reader: z.string(), read_uuid: uuid, unread: count }),
  ),
  /** A person was erased, and with them their messages; ours stay. `handle` is the erased person's. */
  eventSchema('messages.erased', z.object({ message_group_uuid: uuid, handle: z.string() })),
  eventSchema('notifications.read', z.object({ unread: count })),
  eventSchema('activity.mine', z.object({ uuid, liked: z.boolean(), reposted: z.boolean() })),
  /** Its thing has expired, was burned, or the text was trimmed. */
  eventSchema('void', z.null()),
]);
export type StreamEvent = z.infer<typeof streamEvent>;
export type EventKind = StreamEvent['kind'];
export type EventData<K extends EventKind> = Extract<StreamEvent, { kind: K }>['data'];

export const events = z.object({ stream: z.enum(['public', 'me']), events: z.array(streamEvent) });
