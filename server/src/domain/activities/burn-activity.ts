import { isUuid } from '@cruddur/shared';
import { Refusal } from '../errors.ts';
import { PUBLIC_STREAM } from '../streams.ts';
import { tellUnread, unreadEntry } from '../notifications/unread-entry.ts';
import type { Ports, WriteUnit } from '../ports.ts';
import type { AnswerOf, CallOf } from '../use-case.ts';
import type { Target } from './ports.ts';
import type { Clock } from '../clock.ts';

/** Burns a crud of the viewer with its replies. @throws Refusal generic_403, activity_not_found, activity_expired */
export async function burnActivity(ports: Ports, call: CallOf<'burnActivity'>): AnswerOf<'burnActivity'> {
  const { activity_uuid: uuid } = call.params;
  const { sub } = call.viewer;
  await burnCrud(ports, { uuid, burnedBy: sub }, ({ author }) => {
    if (author !== sub) throw new Refusal('generic_403');
    return Promise.resolve();
  });
  return { data: { uuid } };
}

export type BurnPorts = Pick<Ports, 'activities' | 'clock' | 'store' | 'deliver' | 'refreshCounts'>;

/**
 * Burns a crud with its replies.
 * @param burnedBy a person; null for an operator
 * @param authorize called in the transaction before the burn; throws to refuse it
 * @throws Refusal activity_not_found, activity_expired; account_suspended
 */
export async function burnCrud(
  ports: BurnPorts,
  { uuid, burnedBy }: { uuid: string; burnedBy: string | null },
  authorize: (target: Target, unit: WriteUnit) => Promise<void>,
): Promise<void> {
  const parent = isUuid(uuid) ? (await ports.activities.find(uuid, null))?.reply_to_activity_uuid : null;
  const { result, envelopes } = await ports.store.runChange(
    burnedBy,
    async (unit) => {
      await unit.activities.lockDeletions();
      const target = await requireTarget(ports.clock, unit, uuid);
      await authorize(target, unit);
      const { complete, recounted } = await unit.activities.burn(target.uuid);
      // One event covers the crud and all its replies.
      const entry = { stream: PUBLIC_STREAM, kind: 'activity.deleted', ref: target.uuid } as const;
      return { result: { complete, recounted }, entries: [entry, ...recounted.map(unreadEntry)] };
    },
    { queue: 'burn' },
  );
  ports.deliver(envelopes);
  if (parent) ports.refreshCounts(parent);
  // Notifications of the replies that are deleted then are still counted.
  if (!result.complete) void ports.store.finishBurns().then(() => tellUnread(ports, result.recounted));
}

/**
 * The crud that a write refers to, locked against burning until the transaction ends.
 * @throws Refusal activity_not_found, activity_expired
 */
async function requireTarget(clock: Clock, unit: WriteUnit, uuid: string): Promise<Target> {
  if (!isUuid(uuid)) throw new Refusal('activity_not_found');
  const target = await unit.activities.lockTarget(uuid);
  if (!target)
    throw new Refusal((await unit.activities.wasBurned(uuid)) ? 'activity_expired' : 'activity_not_found');
  if (target.expires_at && target.expires_at <= clock.now()) throw new Refusal('activity_expired');
  return target;
}
