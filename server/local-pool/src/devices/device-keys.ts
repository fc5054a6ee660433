import { randomUUID } from 'node:crypto';
import { REGION } from '../names.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Identity } from '../srp/verifier.ts';

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
