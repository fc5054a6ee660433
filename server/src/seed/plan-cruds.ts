import { randomUUID } from 'node:crypto';
import { hashtagsOf, LIFETIME_MS, mentionsOf } from '@cruddur/shared';
import { PUBLIC_STREAM, userStream } from '../domain/streams.ts';
import { lifeCruds } from './cruds-life.ts';
import { workCruds } from './cruds-work.ts';
import type { SampleCrud } from './sample-crud.ts';
import { dateBetween, type SeedEvent, type SeedRepost, subOf } from './plan-parts.ts';

/** One crud or reply as a row. */
interface ActivityRow {
  uuid: string;
  author: string;
  message: string;
  reply_to: string | null;
  created_at: Date;
  expires_at: Date;
}

/** Cruds, replies, likes, reposts and notifications, with their events. */
export function planCruds(subs: ReadonlyMap<string, string>, now: Date) {
  const plans = [...workCruds, ...lifeCruds].map((sample, index) => {
    const crud = rowOf(sample, { subs, now });
    const replies = repliesOf(sample, { crud, subs, now });
    return {
      crud,
      replies,
      ...planReactions(sample, { crud, people: [...subs.values()], offset: index, now }),
    };
  });
  const activities = plans.flatMap(({ crud, replies }) => [crud, ...replies]);
  const likes = plans.flatMap((plan) => plan.likes);
  const reposts = plans.flatMap((plan) => plan.reposts);
  const causes = plans.flatMap((plan): Cause[] => [
    ...plan.replies.map((row) => ({ reason: 'reply' as const, about: row, recipient: plan.crud.author })),
    ...[plan.crud, ...plan.replies].flatMap((row) => mentionsIn(row, subs)),
    ...plan.likes.map((like) => ({ reason: 'like' as const, about: plan.crud, by: like })),
    ...plan.reposts.map((repost) => ({ reason: 'repost' as const, about: plan.crud, by: repost })),
  ]);
  const notifications = planNotifications(causes);
  const hashtags = activities.flatMap(({ uuid, message }) =>
    hashtagsOf(message).map((label) => ({ activity: uuid, hashtag: label.toLowerCase(), label })),
  );
  const events = [...activities.map(eventOf), ...notifications.events];
  return { activities, hashtags, likes, reposts, notifications: notifications.notifications, events };
}

type SeedContext = { subs: ReadonlyMap<string, string>; now: Date };

function rowOf(sample: SampleCrud, { subs, now }: SeedContext): ActivityRow {
  const life = LIFETIME_MS[sample.lifetime];
  const created = now.getTime() - Math.floor(life * sample.elapsed);
  return {
    uuid: randomUUID(),
    author: subOf(subs, sample.author),
    message: sample.message,
    reply_to: null,
    created_at: new Date(created),
    expires_at: new Date(created + life),
  };
}

/** Replies, spread evenly over the crud's age. A reply expires with its parent. */
function repliesOf(
  sample: SampleCrud,
  { crud, subs, now }: SeedContext & { crud: ActivityRow },
): ActivityRow[] {
  return sample.replies.map(({ author, message }, index) => ({
    uuid: randomUUID(),
    author: subOf(subs, author),
    message,
    reply_to: crud.uuid,
    created_at: dateBetween(crud.created_at, now, (index + 1) / (sample.replies.length + 1)),
    expires_at: crud.expires_at,
  }));
}

function mentionsIn(row: ActivityRow, subs: ReadonlyMap<string, string>): Cause[] {
  return mentionsOf(row.message).map((handle) => ({
    reason: 'mention',
    about: row,
    recipient: subOf(subs, handle),
  }));
}

function eventOf(row: ActivityRow): SeedEvent {
  const kind = row.reply_to === null ? 'activity.created' : 'reply.created';
  return { stream: PUBLIC_STREAM, kind, ref: row.uuid, at: row.created_at };
}

interface ReactionContext {
  crud: { uuid: string; author: string; created_at: Date };
  /** The subs of all sample people. */
  people: readonly string[];
  /** The index of the first reader among the others, so that readers vary from crud to crud. */
  offset: number;
  now: Date;
}

/** The likes and reposts of a crud, in the sample's number, by people other than its author. */
function planReactions(sample: SampleCrud, { crud, people, offset, now }: ReactionContext) {
  const others = people.filter((sub) => sub !== crud.author);
  const readers = others.map((_, index) => others[(index + offset) % others.length] ?? crud.author);
  const toReaction = (person: string, index: number): SeedRepost => ({
    activity: crud.uuid,
    person,
    created_at: dateBetween(crud.created_at, now, (index + 1) / (others.length + 2)),
  });
  return {
    likes: readers.slice(0, sample.likes).map(toReaction),
    reposts: readers.slice(0, sample.reposts).map(toReaction),
  };
}

interface About {
  uuid: string;
  author: string;
  created_at: Date;
}

/** The cause of a notification about a crud or reply. */
type Cause =
  | { reason: 'reply' | 'mention'; about: About; recipient: string }
  | { reason: 'like' | 'repost'; about: About; by: SeedRepost };

/** A notification for each cause, with its event. A person's own actions cause none. */
function planNotifications(causes: readonly Cause[]) {
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
