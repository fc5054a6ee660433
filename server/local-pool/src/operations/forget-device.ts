import { z } from 'zod';
import { findDevice } from '../people/devices.ts';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import { findTokenHolder } from '../tokens/token-holder.ts';
import { endDeviceSessions } from '../tokens/end-sessions.ts';

const schema = z.object({ AccessToken: input.token.optional(), DeviceKey: input.deviceKey });

/** Deletes a remembered device and ends the sessions on it, except the caller's. */
export const forgetDevice = defineOperation(schema, async ({ AccessToken = '', DeviceKey }, context) => {
  const { person, session } = await findTokenHolder(context, AccessToken);
  await findDevice(context, person.sub, DeviceKey);
  await endDeviceSessions(context, { device_key: DeviceKey, sub: person.sub, except: session.origin_jti });
  await context.db.deleteFrom('pool_devices').where('device_key', '=', DeviceKey).execute();
  context.audit({ event: 'device_forgotten', subject: person.sub });
  return {};
});
