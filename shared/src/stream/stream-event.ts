import * as z from 'zod/mini';
import { publicActivity } from '../activities.ts';
import { blockState } from '../blocks.ts';
import { conversationLifetime, directMessage } from '../messages.ts';
import { muteChange } from '../mutes.ts';
import { notification } from '../notifications.ts';
import { profile } from '../people.ts';
import { privacySettings } from '../privacy.ts';
import { count, time, uuid } from '../primitives.ts';
import { requestState } from '../requests.ts';

const envelope = { seq: z.int(), tag: z.string(), at: time };
const eventSchema = <K extends string, D extends z.ZodMiniType>(kind: K, data: D) =>
  z.object({ ...envelope, kind: z.literal(kind), data });

/** A message in an event: always with its conversation. */
export const deliveredMessage = z.object({
  ...directMessage.shape,
  message_group_uuid: uuid,
  /** On the recipient's stream: it belongs to a request, so it is announced nowhere. */
  request: z.optional(z.literal(true)),
});
export type DeliveredMessage = z.infer<typeof deliveredMessage>;

/**
 * A crud or reply was burned together with its replies, which have no separate events. `nested` names the replies that had
 * replies themselves, so that every deleted reply is either named or a reply to a named one.
 */
const burnedActivity = z.object({
  uuid,
  nested: z.optional(z.union([z.array(uuid), z.literal('too many')])),
});

/** One event of a stream; its `seq` follows that of the event before it without a gap. */
export const streamEvent = z.discriminatedUnion('kind', [
  // On the public stream.
  eventSchema('activity.created', publicActivity),
  eventSchema('reply.created', publicActivity),
  eventSchema('activity.deleted', burnedActivity),
  /** `erased` after an erasure: clients remove what the person wrote, because only the newest cruds have separate events. */
  eventSchema('profile.updated', z.object({ ...profile.shape, erased: z.optional(z.literal(true)) })),
  /** A person was suspended: clients remove what the person wrote. */
  eventSchema('person.hidden', z.object({ cognito_user_uuid: uuid })),
  /** The suspension has ended: clients fetch their lists again, because events that were void have their texts again. */
  eventSchema('person.shown', z.object({ cognito_user_uuid: uuid })),
  // On the streams of single people.
  /**
   * On the streams of both people, each with its own view: a block or its end. Screens of the blocked person do not say who
   * blocked whom, though `hidden` without `blocked` implies it.
   */
  eventSchema('block.changed', blockState),
  /** A mute of the person was added, changed or undone. */
  eventSchema('mute.changed', muteChange),
  eventSchema('notification.created', notification),
  /** To both members, as `lifetime.changed`. */
  eventSchema('message.created', deliveredMessage),
  /** Its sender has removed the message; its text is in no later answer or event. */
  eventSchema('message.removed', z.object({ uuid, message_group_uuid: uuid })),
  eventSchema('lifetime.changed', conversationLifetime),
  /** A request has arrived or has been answered; the body is the owner's view of it now. */
  eventSchema('request.changed', requestState),
  /** On the other member's stream, `read_uuid` is null and `unread` 0 while one of the two has read receipts off. */
  eventSchema(
    'read.updated',
    z.object({ message_group_uuid: uuid, reader: z.string(), read_uuid: z.nullable(uuid), unread: count }),
  ),
  /** The stream's owner has changed a setting; the body has all of them as they are now. Members of conversations get none. */
  eventSchema('privacy.changed', privacySettings),
  /** A person was erased with their messages; those of the other member stay. `handle` is the erased person's. */
  eventSchema('messages.erased', z.object({ message_group_uuid: uuid, handle: z.string() })),
  eventSchema('notifications.read', z.object({ unread: count })),
  eventSchema('activity.mine', z.object({ uuid, liked: z.boolean(), reposted: z.boolean() })),
  // On both: the row has expired, was deleted or is hidden from the owner.
  eventSchema('void', z.null()),
]);
export type StreamEvent = z.infer<typeof streamEvent>;
export type EventKind = StreamEvent['kind'];
export type EventData<K extends EventKind> = Extract<StreamEvent, { kind: K }>['data'];
