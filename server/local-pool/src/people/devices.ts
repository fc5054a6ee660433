import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { PoolContext } from '../context.ts';
import { refusals } from '../errors.ts';
import { REGION } from '../names.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Identity } from '../srp/verifier.ts';
import type { PoolTables, Store } from '../tables.ts';

export type Device = Selectable<PoolTables['pool_devices']>;

/** A person's remembered device. @throws PoolError ResourceNotFoundException when it is nobody's or somebody else's */
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

/** The key of a device that the person has confirmed; undefined for every other. */
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

/** Whether a device with this key has been confirmed by anybody. */
export async function isDeviceRemembered(db: Store, deviceKey: string): Promise<boolean> {
  const found = await db
    .selectFrom('pool_devices')
    .select('device_key')
    .where('device_key', '=', deviceKey)
    .executeTakeFirst();
  return found !== undefined;
}

export const newDeviceKey = (): string => `${REGION}_${randomUUID()}`;

const GROUP_LENGTH = 9;

/** The group that a device's proof is made in; it follows from the key, so nobody has to keep it. */
export const deviceGroup = (vault: Vault, deviceKey: string): string =>
  `-${vault.mac('device-group', deviceKey).toString('hex').slice(0, GROUP_LENGTH)}`;

/** Whom a device proves to be. */
export const deviceIdentity = (vault: Vault, deviceKey: string): Identity => ({
  group: deviceGroup(vault, deviceKey),
  id: deviceKey,
});
