import type { Device } from './find-device.ts';

const toSeconds = (date: Date) => date.getTime() / 1000;

/** A device as ListDevices gives it, its times in seconds. */
export const describeDevice = (device: Device): object => ({
  DeviceKey: device.device_key,
  DeviceAttributes: [
    { Name: 'device_name', Value: device.name },
    { Name: 'device_status', Value: device.remembered ? 'remembered' : 'not_remembered' },
  ],
  DeviceCreateDate: toSeconds(device.created_at),
  DeviceLastModifiedDate: toSeconds(device.updated_at),
  DeviceLastAuthenticatedDate: toSeconds(device.authenticated_at),
});
