import type { Marks } from '@cruddur/shared';
import { userStream } from '../streams.ts';
import type { Ports } from '../ports.ts';
import type { Answer, CallOf } from '../use-case.ts';
import { requireTargetToMark } from './require-target.ts';
import { notifyMarked } from './notify.ts';
import type { Mark } from './ports.ts';

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
  const crud = params.activity_uuid.toLowerCase();
  const { result: marks, envelopes } = await ports.store.runChange(
    async (unit) => {
      const target = await requireTargetToMark(ports.clock, unit, crud);
      const now = ports.clock.now();
      const row = { activity: target.uuid, person: viewer.sub };
      const { changed, marks } = change.on
        ? await unit.activities.addMark(change.mark, row, now)
        : await unit.activities.removeMark(change.mark, row);
      if (!changed) return { result: marks, entries: [] };
      const action = { uuid: target.uuid, author: viewer.sub, at: now };
      const to = { recipient: target.author, reason: change.mark };
      const notificationEntries = change.on ? await notifyMarked(unit, action, to) : [];
      const entry = { stream: userStream(viewer.sub), kind: 'activity.mine', ref: target.uuid } as const;
      return { result: marks, entries: [...notificationEntries, entry] };
    },
    { key: `${change.mark} ${crud} ${viewer.sub}`, queue: crud },
  );
  ports.deliver(envelopes);
  if (envelopes.length > 0) ports.refreshCounts(crud);
  return { data: marks };
}
