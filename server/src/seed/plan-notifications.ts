import { randomUUID } from 'node:crypto';
import { userStream } from '../domain/streams.ts';
import type { SeedEvent, SeedRepost } from './seed-types.ts';

interface About {
  uuid: string;
  author: string;
  created_at: Date;
}

/** The cause of a notification about a crud or reply. */
export type Cause =
  | { reason: 'reply' | 'mention'; about: About; recipient: string }
  | { reason: 'like' | 'repost'; about: About; by: SeedRepost };

/** A notification for each cause, with its event. A person's own actions cause none. */
export function planNotifications(causes: readonly Cause[]) {
  const notifications = causes
    .map((cause) => ({ uuid: randomUUID(), activity: cause.about.uuid, ...partiesOf(cause) }))
    .filter(({ recipient, actor }) => recipient !== actor);
  const events = notifications.map(({ uuid, recipient, created_at }): SeedEvent => ({
    stream: userStream(recipient),
    kind: 'notification.created',
    ref: uuid,
    at: created_at,
  }));
  return { notifications, events };
}

function partiesOf(cause: Cause) {
  const { reason, about } = cause;
  switch (cause.reason) {
    case 'reply':
    case 'mention':
      return { reason, recipient: cause.recipient, actor: about.author, created_at: about.created_at };
    case 'like':
    case 'repost':
      return { reason, recipient: about.author, actor: cause.by.person, created_at: cause.by.created_at };
  }
}
