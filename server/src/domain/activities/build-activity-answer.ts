import type { Activity, PublicActivity } from '@cruddur/shared';
import { isExpired } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports, WriteResult } from '../ports.ts';
import type { Answer } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

/**
 * The answer to the creation of a crud or reply: the body of its event, or on a repeat its current state.
 * @throws Refusal activity_expired when it was deleted or has expired since
 */
export async function buildActivityAnswer(
  ports: Ports,
  viewer: Viewer,
  { ref, envelopes }: WriteResult,
): Promise<Answer<Activity>> {
  const created = findCreatedActivity(envelopes);
  if (created) return { data: { ...created, liked: false, reposted: false } };
  const activity = await ports.activities.find(ref, viewer.sub);
  if (!activity || isExpired(activity.expires_at, ports.clock.now().getTime())) {
    throw new Refusal('activity_expired');
  }
  return { data: activity };
}

function findCreatedActivity(envelopes: WriteResult['envelopes']): PublicActivity | undefined {
  for (const { event } of envelopes) {
    if (event.kind === 'activity.created' || event.kind === 'reply.created') return event.data;
  }
  return undefined;
}
