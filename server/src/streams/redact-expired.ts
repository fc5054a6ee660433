import type { EventData, StreamEvent } from '@cruddur/shared';

/** When the text of an event expires, in epoch milliseconds; Infinity without an expiry. */
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

/** The event as it may be sent at a time: an expired one keeps its position only. */
export function redactExpired(event: StreamEvent, nowMs: number): StreamEvent {
  return textExpiresAt(event) <= nowMs ? toVoidEvent(event) : event;
}

/**
 * An event in memory after a later one: burned cruds and former profiles keep their position only.
 */
export function redactSuperseded(event: StreamEvent, later: StreamEvent): StreamEvent {
  const isOver =
    (later.kind === 'activity.deleted' && concernsBurned(event, later.data)) ||
    (later.kind === 'profile.updated' &&
      event.kind === 'profile.updated' &&
      event.data.cognito_user_uuid === later.data.cognito_user_uuid);
  return isOver ? toVoidEvent(event) : event;
}

/** True when an event redacts earlier ones that it does not list, so that only the log has their current form. */
export function supersedesUnlistedEvents(later: StreamEvent): boolean {
  return (
    (later.kind === 'activity.deleted' && later.data.nested === 'too many') ||
    (later.kind === 'profile.updated' && later.data.erased === true)
  );
}

/** True for the creation of a burned crud, or of a reply that was burned with it. */
function concernsBurned(event: StreamEvent, { uuid, nested = [] }: EventData<'activity.deleted'>): boolean {
  if (event.kind !== 'activity.created' && event.kind !== 'reply.created') return false;
  const { uuid: own, reply_to_activity_uuid: parent } = event.data;
  const isGone = (one: string | null) => one !== null && (one === uuid || nested.includes(one));
  return isGone(own) || isGone(parent);
}

function toVoidEvent({ seq, tag, at }: StreamEvent): StreamEvent {
  return { seq, tag, at, kind: 'void', data: null };
}
