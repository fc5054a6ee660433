import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM } from '../events.ts';
import type { Ports } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import { livingTarget } from './living-target.ts';

/** Burns an own crud at once, and its replies with it. @throws Refusal generic_403, activity_not_found, activity_expired */
export async function burnActivity(ports: Ports, call: CallOf<'burnActivity'>): AnswerOf<'burnActivity'> {
  const { activity_uuid: uuid } = call.params;
  const parent = isUuid(uuid) ? (await ports.activities.find(uuid, null))?.reply_to_activity_uuid : null;
  const { result, envelopes } = await ports.store.change(async (unit) => {
    await unit.activities.awaitBurns();
    const target = await livingTarget(ports.clock, unit, uuid);
    if (target.author !== call.viewer.sub) throw new Refusal('generic_403');
    const gone = await unit.activities.burn(target.uuid);
    const entries = gone.map((ref) => ({ stream: PUBLIC_STREAM, kind: 'activity.deleted' as const, ref }));
    return { result: target.uuid, entries };
  });
  ports.deliver(envelopes);
  if (parent) ports.recount(parent);
  return { data: { uuid: result } };
}
