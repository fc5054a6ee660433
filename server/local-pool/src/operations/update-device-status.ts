import { z } from 'zod';
import { findDevice } from '../people/devices.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const schema = z.object({
  AccessToken: input.token,
  DeviceKey: input.deviceKey,
  DeviceRememberedStatus: z.enum(['remembered', 'not_remembered']).optional(),
});

/** Sets whether a device is remembered. */
export const updateDeviceStatus = defineOperation(schema, async (body, context) => {
  const { sub } = await findTokenPerson(context, body.AccessToken);
  await findDevice(context, sub, body.DeviceKey);
  if (body.DeviceRememberedStatus === undefined) return {};
  await context.db
    .updateTable('pool_devices')
    .set({ remembered: body.DeviceRememberedStatus === 'remembered', updated_at: context.clock.now() })
    .where('device_key', '=', body.DeviceKey)
    .execute();
  return {};
});
