import type { Activity } from '@cruddur/shared';
import { isExpired } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import type { Ports } from '../ports.ts';
import type { Answer } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

/** The answer of a crud or reply that was made. @throws Refusal activity_expired when it is gone by now */
export async function activityAnswer(ports: Ports, viewer: Viewer, uuid: string): Promise<Answer<Activity>> {
  const activity = await ports.activities.find(uuid, viewer.sub);
  if (!activity || isExpired(activity.expires_at, ports.clock.now().getTime())) {
    throw new Refusal('activity_expired');
  }
  return { data: activity };
}
