import { isUuid } from '@cruddur/shared';
import type { Clock } from '../clock.ts';
import { Refusal } from '../errors.ts';
import type { WriteUnit } from '../ports.ts';
import type { Target } from './ports.ts';

/**
 * The crud that a write refers to, locked against burning until the transaction ends.
 * @throws Refusal activity_not_found, activity_expired
 */
export async function requireTarget(clock: Clock, unit: WriteUnit, uuid: string): Promise<Target> {
  if (!isUuid(uuid)) throw new Refusal('activity_not_found');
  const target = await unit.activities.lockTarget(uuid);
  if (!target)
    throw new Refusal((await unit.activities.wasBurned(uuid)) ? 'activity_expired' : 'activity_not_found');
  if (target.expires_at && target.expires_at <= clock.now()) throw new Refusal('activity_expired');
  return target;
}
