import type { EventData, StreamEvent } from '@cruddur/shared';

/** When the text of an event burns out, in epoch milliseconds; never is infinity. */
export function textExpiresAt(event: StreamEvent): number {
  switch (event.kind) {
    case 'activity.created':
    case 'reply.created':
    case 'notification.created': {
      const { expires_at } = event.data;
      return expires_at === null ? Infinity : Date.parse(expires_at);
    }
    default:
      return Infinity;
  }
}

/** The event as it may be shown at a time: what has burned out by then keeps its place and nothing else. */
export function redactExpired(event: StreamEvent, nowMs: number): StreamEvent {
  return textExpiresAt(event) <= nowMs ? toVoidEvent(event) : event;
}

/**
 * What is left of a remembered event once a later one has come: nothing of a crud that was burned, nor of what a person
 * was called before.
 */
export function redactSuperseded(event: StreamEvent, later: StreamEvent): StreamEvent {
  const isOver =
    (later.kind === 'activity.deleted' && concernsBurned(event, later.data)) ||
    (later.kind === 'profile.updated' &&
      event.kind === 'profile.updated' &&
      event.data.cognito_user_uuid === later.data.cognito_user_uuid);
  return isOver ? toVoidEvent(event) : event;
}

/** True when a later event ends so many earlier ones that only the log knows which. */
export function supersedesUnlistedEvents(later: StreamEvent): boolean {
  return (
    (later.kind === 'activity.deleted' && later.data.nested === 'too many') ||
    (later.kind === 'profile.updated' && later.data.erased === true)
  );
}

/** True for the event that brought a burned crud, or a reply that was burned with it. */
function concernsBurned(event: StreamEvent, { uuid, nested = [] }: EventData<'activity.deleted'>): boolean {
  if (event.kind !== 'activity.created' && event.kind !== 'reply.created') return false;
  const { uuid: own, reply_to_activity_uuid: parent } = event.data;
  const isGone = (one: string | null) => one !== null && (one === uuid || nested.includes(one));
  return isGone(own) || isGone(parent);
}

function toVoidEvent({ seq, tag, at }: StreamEvent): StreamEvent {
  return { seq, tag, at, kind: 'void', data: null };
}
