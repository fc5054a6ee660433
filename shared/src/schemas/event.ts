import * as z from 'zod/mini';
import { notification, publicActivity } from './activity.ts';
import { directMessage } from './message.ts';
import { profile } from './person.ts';
import { count, time, uuid } from './primitives.ts';

const envelope = { seq: z.int(), tag: z.string(), at: time };
const event = <K extends string, D extends z.ZodMiniType>(kind: K, data: D) =>
  z.object({ ...envelope, kind: z.literal(kind), data });

/** A message on its way to a member: always with its conversation. */
export const deliveredMessage = z.object({ ...directMessage.shape, message_group_uuid: uuid });
export type DeliveredMessage = z.infer<typeof deliveredMessage>;

/** One line of a stream: what happened, without a gap to the line before it. */
export const streamEvent = z.discriminatedUnion('kind', [
  event('activity.created', publicActivity),
  event('reply.created', publicActivity),
  event('activity.deleted', z.object({ uuid })),
  event('profile.updated', profile),
  event('notification.created', notification),
  event('message.created', deliveredMessage),
  event(
    'read.updated',
    z.object({ message_group_uuid: uuid, reader: z.string(), read_uuid: uuid, unread: count }),
  ),
  /** A person was erased, and with them their messages; ours stay. `handle` is the erased person's. */
  event('messages.erased', z.object({ message_group_uuid: uuid, handle: z.string() })),
  event('notifications.read', z.object({ unread: count })),
  event('activity.mine', z.object({ uuid, liked: z.boolean(), reposted: z.boolean() })),
  /** Its thing has expired, was burned, or the text was trimmed. */
  event('void', z.null()),
]);
export type StreamEvent = z.infer<typeof streamEvent>;
export type EventKind = StreamEvent['kind'];
export type EventData<K extends EventKind> = Extract<StreamEvent, { kind: K }>['data'];

export const events = z.object({ stream: z.enum(['public', 'me']), events: z.array(streamEvent) });
