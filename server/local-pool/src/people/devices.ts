import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { REGION } from '../names.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Identity } from '../srp/verifier.ts';
import type { PoolTables, Store } from '../tables.ts';

export type Device = Selectable<PoolTables['pool_devices']>;

/** A person's remembered device. @throws PoolError ResourceNotFoundException when the person has none with this key */
export async function findDevice({ db }: PoolContext, sub: string, deviceKey: string): Promise<Device> {
  const device = await db
    .selectFrom('pool_devices')
    .selectAll()
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .executeTakeFirst();
  if (!device) throw refusals.noSuchDevice();
  return device;
}

/** The given key if the person has confirmed a device with it, otherwise undefined. */
export async function findRememberedKey(
  context: PoolContext,
  sub: string,
  deviceKey: string | undefined,
): Promise<string | undefined> {
  if (deviceKey === undefined) return undefined;
  const row = await context.db
    .selectFrom('pool_devices')
    .select('device_key')
    .where('device_key', '=', deviceKey)
    .where('sub', '=', sub)
    .executeTakeFirst();
  return row?.device_key;
}

/** Whether any person has confirmed a device with this key. */
export async function isDeviceRemembered(db: Store, deviceKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('pool_devices')
    .select('device_key')
    .where('device_key', '=', deviceKey)
    .executeTakeFirst();
  return found !== undefined;
}

export const createDeviceKey = (): string => `${REGION}_${randomUUID()}`;

const GROUP_LENGTH = 9;

/** The group of a device's SRP proof. It is derived from the key and therefore not stored. */
export const deviceGroup = (vault: Vault, deviceKey: string): string =>
  `-${vault.mac('device-group', deviceKey).toString('hex').slice(0, GROUP_LENGTH)}`;

/** The SRP identity of a device. */
export const deviceIdentity = (vault: Vault, deviceKey: string): Identity => ({
  group: deviceGroup(vault, deviceKey),
  id: deviceKey,
});
