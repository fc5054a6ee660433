import type { EventKind, StreamEvent } from '@cruddur/shared';

type EventBodies = { [E in StreamEvent as E['kind']]: E['data'] };

interface KindRules<Body> {
  /** When the text in the body expires; null for a body without text that expires. */
  textExpiry: ((body: Body) => string | null) | null;
  /** Whether the event makes the text of an earlier one obsolete; null for a kind that never does. */
  supersedes: ((body: Body, earlier: StreamEvent) => boolean) | null;
  /** Whether the event makes texts obsolete that `supersedes` cannot find, so that only the log has their current form. */
  supersedesUnlisted: ((body: Body) => boolean) | null;
}

const NO_TEXT = { textExpiry: null, supersedes: null, supersedesUnlisted: null };
const EXPIRING_TEXT = {
  ...NO_TEXT,
  textExpiry: ({ expires_at }: { expires_at: string | null }) => expires_at,
};

/** Every kind of event, so that the compiler requires a decision for a new one. */
const KIND_RULES: { [K in EventKind]: KindRules<EventBodies[K]> } = {
  'activity.created': EXPIRING_TEXT,
  'reply.created': EXPIRING_TEXT,
  'notification.created': EXPIRING_TEXT,
  'activity.deleted': {
    textExpiry: null,
    supersedes: concernsBurned,
    supersedesUnlisted: ({ nested }) => nested === 'too many',
  },
  'profile.updated': {
    textExpiry: null,
    supersedes: (profile, earlier) =>
      earlier.kind === 'profile.updated' && earlier.data.cognito_user_uuid === profile.cognito_user_uuid,
    supersedesUnlisted: ({ erased }) => erased === true,
  },
  'person.hidden': {
    textExpiry: null,
    supersedes: ({ cognito_user_uuid: sub }, earlier) =>
      (earlier.kind === 'activity.created' || earlier.kind === 'reply.created') &&
      earlier.data.cognito_user_uuid === sub,
    supersedesUnlisted: null,
  },
  // Events that were void while the person was hidden have their texts again in the log.
  'person.shown': { ...NO_TEXT, supersedesUnlisted: () => true },
  // Personal streams are not kept in memory, so their events need no `supersedes`.
  'message.created': { ...NO_TEXT, textExpiry: ({ expires_at }) => expires_at ?? null },
  'message.removed': NO_TEXT,
  'block.changed': NO_TEXT,
  'lifetime.changed': NO_TEXT,
  'request.changed': NO_TEXT,
  'messages.erased': NO_TEXT,
  'read.updated': NO_TEXT,
  'mute.changed': NO_TEXT,
  'privacy.changed': NO_TEXT,
  'notifications.read': NO_TEXT,
  'activity.mine': NO_TEXT,
  void: NO_TEXT,
};

/** `KIND_RULES` with the kind and body of one event paired for the compiler. */
type EventOf<K extends EventKind> = { [P in K]: { kind: P; data: EventBodies[P] } }[K];

/** When the text of an event expires, in epoch milliseconds; Infinity without an expiry. */
export function textExpiresAt<K extends EventKind>({ kind, data }: EventOf<K>): number {
  const expiresAt = KIND_RULES[kind].textExpiry?.(data) ?? null;
  return expiresAt === null ? Infinity : Date.parse(expiresAt);
}

/** Whether events of a kind can make earlier ones obsolete, which costs a pass through the events in memory. */
export function isSupersedingKind(kind: EventKind): boolean {
  return KIND_RULES[kind].supersedes !== null;
}

function isSuperseded<K extends EventKind>(event: StreamEvent, { kind, data }: EventOf<K>): boolean {
  return KIND_RULES[kind].supersedes?.(data, event) ?? false;
}

/** True when an event makes earlier ones obsolete that it does not list, so that only the log has their current form. */
export function supersedesUnlistedEvents<K extends EventKind>({ kind, data }: EventOf<K>): boolean {
  return KIND_RULES[kind].supersedesUnlisted?.(data) ?? false;
}

/** The event as it may be sent at a time: an expired one keeps its position only. */
export function redactExpired(event: StreamEvent, nowMs: number): StreamEvent {
  return textExpiresAt(event) <= nowMs ? toVoidEvent(event) : event;
}

/**
 * An event in memory after a later one: burned cruds and former profiles keep their position only.
 */
export function redactSuperseded(event: StreamEvent, later: StreamEvent): StreamEvent {
  return isSuperseded(event, later) ? toVoidEvent(event) : event;
}

/** True for the creation of a burned crud, or of a reply that was burned with it. */
function concernsBurned(
  { uuid, nested = [] }: EventBodies['activity.deleted'],
  earlier: StreamEvent,
): boolean {
  if (earlier.kind !== 'activity.created' && earlier.kind !== 'reply.created') return false;
  const { uuid: created, reply_to_activity_uuid: parent } = earlier.data;
  const isBurned = (id: string | null) => id !== null && (id === uuid || nested.includes(id));
  return isBurned(created) || isBurned(parent);
}

function toVoidEvent({ seq, tag, at }: StreamEvent): StreamEvent {
  return { seq, tag, at, kind: 'void', data: null };
}
