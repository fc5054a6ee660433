import { isExpired, isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf, EncodedAnswer } from '../use-case.ts';
import { createView } from '../paging.ts';

/** The unexpired cruds of all people, newest first. */
export function homeFeed(
  ports: Pick<Ports, 'activities' | 'clock'>,
  { viewer, page }: CallOf<'homeFeed'>,
): Promise<EncodedAnswer> {
  return ports.activities.readHome(createView(ports.clock, viewer, page));
}

/** A few cruds for the home page of visitors. */
export function newestCruds({
  activities,
  clock,
}: Pick<Ports, 'activities' | 'clock'>): AnswerOf<'newestCruds'> {
  return activities.readNewestForVisitors(clock.now());
}

/**
 * One crud with its replies, also for visitors.
 * @throws Refusal activity_not_found when the person never posted it; activity_expired when it was burned or has expired
 */
export async function singlePost(ports: Ports, call: CallOf<'singlePost'>): AnswerOf<'singlePost'> {
  const { handle, activity_uuid: uuid } = call.params;
  if (!isUuid(uuid)) throw new Refusal('activity_not_found');
  const view = createView(ports.clock, call.viewer, call.page);
  const { data, cursors, next } = await ports.activities.readPost(uuid, view);
  if (!data.post) {
    throw new Refusal((await ports.activities.wasBurned(uuid)) ? 'activity_expired' : 'activity_not_found');
  }
  if (data.post.handle !== handle.toLowerCase()) throw new Refusal('activity_not_found');
  if (isExpired(data.post.expires_at, view.now.getTime())) throw new Refusal('activity_expired');
  return { data: { activity: data.post, replies: data.replies }, cursors, next };
}
