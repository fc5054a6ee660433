import { randomUUID } from 'node:crypto';
import { hashtagsOf, LIFETIME_MS, mentionsOf } from '@cruddur/shared';
import { PUBLIC_STREAM } from '../domain/streams.ts';
import { lifeCruds } from './cruds-life.ts';
import { workCruds } from './cruds-work.ts';
import { planReactions } from './plan-reactions.ts';
import { planNotifications, type Cause } from './plan-notifications.ts';
import type { SeedEvent } from './seed-types.ts';
import type { SampleCrud } from './sample-crud.ts';
import { dateBetween, subOf } from './sample-subs.ts';

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
