import { z } from 'zod';
import { input } from '../input.ts';
import { defineOperation } from '../operation.ts';
import type { Device } from '../people/devices.ts';
import { findTokenPerson } from '../tokens/token-holder.ts';

const DEVICES_MAX = 60;

const schema = z.object({
  AccessToken: input.token,
  Limit: z.number().int().min(1).max(DEVICES_MAX).default(DEVICES_MAX),
  PaginationToken: input.deviceKey.optional(),
});

/** The person's remembered devices, ordered by key. The pagination token is the last key of the page. */
export const listDevices = defineOperation(
  schema,
  async ({ AccessToken, Limit, PaginationToken }, context) => {
    const { sub } = await findTokenPerson(context, AccessToken);
    const devices = await context.db
      .selectFrom('pool_devices')
      .selectAll()
      .where('sub', '=', sub)
      .where('device_key', '>', PaginationToken ?? '')
      .orderBy('device_key')
      .limit(Limit + 1)
      .execute();
    const page = devices.slice(0, Limit);
    const last = devices.length > Limit ? page.at(-1) : undefined;
    return { Devices: page.map(describeDevice), ...(last && { PaginationToken: last.device_key }) };
  },
);

const toSeconds = (date: Date) => date.getTime() / 1000;

/** A device in the form of ListDevices, with times in seconds. */
const describeDevice = (device: Device): object => ({
  DeviceKey: device.device_key,
  DeviceAttributes: [
    { Name: 'device_name', Value: device.name },
    { Name: 'device_status', Value: device.remembered ? 'remembered' : 'not_remembered' },
  ],
  DeviceCreateDate: toSeconds(device.created_at),
  DeviceLastModifiedDate: toSeconds(device.updated_at),
  DeviceLastAuthenticatedDate: toSeconds(device.authenticated_at),
});
