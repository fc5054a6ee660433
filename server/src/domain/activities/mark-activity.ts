import type { Marks } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { userStream } from '../events.ts';
import type { Ports } from '../ports.ts';
import type { Answer, CallOf } from '../use-case.ts';
import { livingTarget } from './living-target.ts';
import { notifyMarked } from './notify.ts';
import type { Mark } from './ports.ts';

type MarkCall = CallOf<'like'> | CallOf<'unlike'> | CallOf<'repost'> | CallOf<'unrepost'>;

/**
 * Likes or reposts a crud, or takes that back; repeating it changes nothing.
 * @throws Refusal activity_not_found, activity_expired
 */
export async function markActivity(
  ports: Ports,
  { viewer, params }: MarkCall,
  act: { mark: Mark; on: boolean },
): Promise<Answer<Marks>> {
  const { result: uuid, envelopes } = await ports.store.change(async (unit) => {
    const target = await livingTarget(ports.clock, unit, params.activity_uuid);
    const now = ports.clock.now();
    const of = { activity: target.uuid, person: viewer.sub };
    const changed = act.on
      ? await unit.activities.addMark(act.mark, of, now)
      : await unit.activities.removeMark(act.mark, of);
    if (!changed) return { result: target.uuid, entries: [] };
    const deed = { uuid: target.uuid, author: viewer.sub, at: now };
    const told = act.on ? await notifyMarked(unit, deed, { recipient: target.author, reason: act.mark }) : [];
    const own = { stream: userStream(viewer.sub), kind: 'activity.mine', ref: target.uuid } as const;
    return { result: target.uuid, entries: [...told, own] };
  });
  ports.deliver(envelopes);
  if (envelopes.length > 0) ports.recount(uuid);
  const marks = await ports.activities.marks(uuid, viewer.sub);
  if (!marks) throw new Refusal('activity_expired');
  return { data: marks };
}
