import { isUuid, type Marks } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { tellUnread } from '../notifications/unread-entry.ts';
import type { Ports } from '../ports.ts';
import type { Answer, CallOf } from '../use-case.ts';
import type { Mark } from '../write-plans.ts';

type MarkCall = CallOf<'like'> | CallOf<'unlike'> | CallOf<'repost'> | CallOf<'unrepost'>;

/**
 * Sets or removes a like or repost; a repeat changes nothing.
 * @throws Refusal activity_not_found, activity_expired
 */
export async function markActivity(
  ports: Ports,
  { viewer, params }: MarkCall,
  change: { mark: Mark; on: boolean },
): Promise<Answer<Marks>> {
  const activity = params.activity_uuid.toLowerCase();
  if (!isUuid(activity)) throw new Refusal('activity_not_found');
  const { result, envelopes } = await ports.store.runMark({
    is: 'mark',
    mark: change.mark,
    isSet: change.on,
    activity,
    person: viewer.sub,
    created_at: ports.clock.now(),
  });
  ports.deliver(envelopes);
  if (result.changed) {
    ports.refreshCounts(activity);
    if (!change.on) await recountUnread(ports, activity, viewer.sub);
  }
  return { data: result.marks };
}

/** The author's notification of the mark is gone. */
async function recountUnread(ports: Ports, activity: string, by: string): Promise<void> {
  const found = await ports.activities.find(activity, null).catch(() => null);
  const author = found?.cognito_user_uuid;
  if (author !== undefined && author !== by) await tellUnread(ports, [author]);
}
