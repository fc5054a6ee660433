import { z } from 'zod';
import { describeDevice } from '../devices/describe-device.ts';
import { input } from '../input.ts';
import { target } from '../target.ts';
import { findTokenPerson } from '../tokens/person-of-token.ts';

const DEVICES_MAX = 60;

const schema = z.object({
  AccessToken: input.token,
  Limit: z.number().int().min(1).max(DEVICES_MAX).default(DEVICES_MAX),
  PaginationToken: input.deviceKey.optional(),
});

/** The person's remembered devices by key; the token that goes on is the last key shown. */
export const listDevices = target(schema, async ({ AccessToken, Limit, PaginationToken }, context) => {
  const { sub } = await findTokenPerson(context, AccessToken);
  const devices = await context.db
    .selectFrom('pool_devices')
    .selectAll()
    .where('sub', '=', sub)
    .where('device_key', '>', PaginationToken ?? '')
    .orderBy('device_key')
    .limit(Limit + 1)
    .execute();
  const shown = devices.slice(0, Limit);
  const last = devices.length > Limit ? shown.at(-1) : undefined;
  return { Devices: shown.map(describeDevice), ...(last && { PaginationToken: last.device_key }) };
});
