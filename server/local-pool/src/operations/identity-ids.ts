import { randomBytes } from 'node:crypto';
import { REGION } from '../names.ts';
import { toUuid, type Vault } from '../secrets/vault.ts';

const HALF_BYTES = 8;

/** The permanent identity id of a person. */
export const toIdentityId = (vault: Vault, sub: string): string =>
  `${REGION}:${toUuid(vault.mac('identity', sub))}`;

/** A new guest's identity id. Its second half is a MAC of the first, so guests are not stored. */
export const createGuestId = (vault: Vault): string => toGuestId(vault, randomBytes(HALF_BYTES));

export function isGuest(vault: Vault, identityId: string): boolean {
  const hex = identityId.slice(REGION.length + 1).replaceAll('-', '');
  return toGuestId(vault, Buffer.from(hex.slice(0, 2 * HALF_BYTES), 'hex')) === identityId;
}

function toGuestId(vault: Vault, seed: Buffer): string {
  // The UUID's version bits are in the first half, so they are set before its MAC is computed.
  const first = Buffer.from(
    toUuid(Buffer.concat([seed, Buffer.alloc(2 * HALF_BYTES)])).replaceAll('-', ''),
    'hex',
  );
  const half = first.subarray(0, HALF_BYTES);
  const second = vault.mac('guest', half.toString('hex')).subarray(0, HALF_BYTES);
  return `${REGION}:${toUuid(Buffer.concat([half, second]))}`;
}
