import { z } from 'zod';
import { findDevice } from '../devices/find-device.ts';
import { input } from '../input.ts';
import { target } from '../target.ts';
import { findTokenPerson } from '../tokens/person-of-token.ts';

const schema = z.object({
  AccessToken: input.token,
  DeviceKey: input.deviceKey,
  DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']).optional(),
});

/** Notes whether the person trusts a device. */
export const updateDeviceStatus = target(schema, async (given, context) => {
  const { sub } = await findTokenPerson(context, given.AccessToken);
  await findDevice(context, sub, given.DeviceKey);
  if (given.DeviceRememberedStatus === undefined) return {};
  await context.db
    .updateTable('pool_devices')
    .set({ remembered: given.DeviceRememberedStatus === 'remembered', updated_at: context.clock.now() })
    .where('device_key', '=', given.DeviceKey)
    .execute();
  return {};
});
