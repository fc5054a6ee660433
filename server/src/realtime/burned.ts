import type { StreamEvent } from '@cruddur/shared';

/** When the text of an event burns out, in epoch milliseconds; never is infinity. */
export function burnsAt(event: StreamEvent): number {
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
export function asOf(event: StreamEvent, nowMs: number): StreamEvent {
  return burnsAt(event) <= nowMs ? emptied(event) : event;
}

/**
 * What is left of a remembered event once a later one has come: nothing of a crud that was burned, nor of what a person
 * was called before.
 */
export function afterwards(event: StreamEvent, later: StreamEvent): StreamEvent {
  const isOver =
    (later.kind === 'activity.deleted' && speaksOf(event, later.data.uuid)) ||
    (later.kind === 'profile.updated' &&
      event.kind === 'profile.updated' &&
      event.data.cognito_user_uuid === later.data.cognito_user_uuid);
  return isOver ? emptied(event) : event;
}

/** True for the event that brought a crud, or a reply to it. */
function speaksOf(event: StreamEvent, uuid: string): boolean {
  if (event.kind !== 'activity.created' && event.kind !== 'reply.created') return false;
  return event.data.uuid === uuid || event.data.reply_to_activity_uuid === uuid;
}

function emptied({ seq, tag, at }: StreamEvent): StreamEvent {
  return { seq, tag, at, kind: 'void', data: null };
}
