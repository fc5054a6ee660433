import { isUuid, type Marks } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
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
  if (result.changed) ports.refreshCounts(activity);
  return { data: result.marks };
}
