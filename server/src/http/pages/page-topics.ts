import type { Activity, EventKind, PageContent, StreamEvent } from '@cruddur/shared';

/** What pages show and events change: one crud, what names one person, or the list of one person's cruds. */
export type Topic = `crud ${string}` | `person ${string}` | `cruds of ${string}`;

const crudTopic = (uuid: string): Topic => `crud ${uuid}`;
const personTopic = (sub: string): Topic => `person ${sub}`;
const listTopic = (sub: string): Topic => `cruds of ${sub}`;

function crudsOn({ answer }: PageContent): readonly Activity[] {
  if (!answer.ok) return [];
  const { data } = answer;
  if (Array.isArray(data)) return data;
  return 'profile' in data ? data.activities : [data.activity, ...data.replies];
}

/** Everything that a page shows and that an event may change. */
export function topicsOf(content: PageContent): ReadonlySet<Topic> {
  const topics = crudsOn(content).flatMap(
    ({ uuid, reply_to_activity_uuid: parent, cognito_user_uuid: author }) => [
      crudTopic(uuid),
      personTopic(author),
      // A burning names the cruds that had replies; their replies are deleted without events.
      ...(parent === null ? [] : [crudTopic(parent)]),
    ],
  );
  if (content.kind === 'profile' && content.answer.ok) {
    const { cognito_user_uuid: sub } = content.answer.data.profile;
    topics.push(personTopic(sub), listTopic(sub));
  }
  return new Set(topics);
}

type EventBodies = { [E in StreamEvent as E['kind']]: E['data'] };

const none = (): Topic[] => [];

/** Every kind of event, so that the compiler requires a decision for a new one. */
const TOPICS: { [K in EventKind]: (body: EventBodies[K]) => Topic[] | 'all' } = {
  'activity.created': ({ cognito_user_uuid: author }) => [listTopic(author)],
  'reply.created': ({ reply_to_activity_uuid: parent }) => (parent === null ? [] : [crudTopic(parent)]),
  'activity.deleted': ({ uuid, nested = [] }) =>
    nested === 'too many' ? 'all' : [uuid, ...nested].map(crudTopic),
  'profile.updated': ({ cognito_user_uuid: sub }) => [personTopic(sub)],
  'person.hidden': ({ cognito_user_uuid: sub }) => [personTopic(sub)],
  // Cruds come back to pages that show nothing of the person.
  'person.shown': () => 'all',
  // Of personal streams, or without a body.
  'notification.created': none,
  'message.created': none,
  'message.removed': none,
  'block.changed': none,
  'lifetime.changed': none,
  'request.changed': none,
  'read.updated': none,
  'mute.changed': none,
  'privacy.changed': none,
  'messages.erased': none,
  'notifications.read': none,
  'activity.mine': none,
  void: none,
};

/** `TOPICS` with the kind and body of one event paired for the compiler. */
type EventOf<K extends EventKind> = { [P in K]: { kind: P; data: EventBodies[P] } }[K];

/** What an event changes; `all` when the event does not list it. */
export function topicsOfEvent<K extends EventKind>({ kind, data }: EventOf<K>): readonly Topic[] | 'all' {
  return TOPICS[kind](data);
}

/** When the first crud on the page expires, in epoch milliseconds; Infinity when none does. */
export function firstExpiryOf(content: PageContent): number {
  return Math.min(
    ...crudsOn(content).map(({ expires_at }) => (expires_at === null ? Infinity : Date.parse(expires_at))),
  );
}
