import type { Activity, DirectMessage, PublicActivity, StreamEvent } from '@cruddur/shared';

export const AT = '2026-01-01T00:00:00.000Z';
export const uuidOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

export const viewer = { handle: 'viewer', cognito_id: uuidOf(900) };

/** The author of the cruds and messages, and another user. */
export const odalys = {
  ...{ handle: 'odalys', display_name: 'Odalys', cognito_user_uuid: uuidOf(800), avatar_version: 0 },
};
export const teo = { ...odalys, handle: 'teo', display_name: 'Teo', cognito_user_uuid: uuidOf(801) };

/** A numbered crud of another user. */
export function createCrud(number: number, more: Partial<PublicActivity> = {}): PublicActivity {
  return {
    ...odalys,
    uuid: uuidOf(number),
    message: `crud ${number}`,
    created_at: AT,
    expires_at: null,
    reply_to_activity_uuid: null,
    replies_count: 0,
    reposts_count: 0,
    likes_count: 0,
    ...more,
  };
}

/** The same as a page shows it, without marks of the viewer. */
export function createActivity(number: number, more: Partial<Activity> = {}): Activity {
  return { ...createCrud(number), liked: false, reposted: false, ...more };
}

export function createMessage(number: number, more: Partial<DirectMessage> = {}): DirectMessage {
  return { ...odalys, uuid: uuidOf(number), message: `words ${number}`, created_at: AT, ...more };
}

export type EventBody = StreamEvent extends infer E
  ? E extends StreamEvent
    ? Pick<E, 'kind' | 'data'>
    : never
  : never;

/** An event at a position; its tag follows from the position. */
export function createEvent(seq: number, happening: EventBody): StreamEvent {
  return { ...happening, seq, tag: `t${seq}`, at: AT };
}

/** A stream of this many new cruds, crud n at position n. */
export function createHistory(length: number): StreamEvent[] {
  return Array.from({ length }, (_, index) =>
    createEvent(index + 1, { kind: 'activity.created', data: createCrud(index + 1) }),
  );
}
