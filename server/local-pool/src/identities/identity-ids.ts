import { randomBytes } from 'node:crypto';
import { REGION } from '../names.ts';
import { toUuid, type Vault } from '../secrets/vault.ts';

const HALF = 8;

/** The identity of a person: always the same one. */
export const identityOfPerson = (vault: Vault, sub: string): string =>
  `${REGION}:${toUuid(vault.mac('identity', sub))}`;

/** A new guest. The second half of the id vouches for the first, so nobody has to keep guests. */
export const newGuest = (vault: Vault): string => guestOf(vault, randomBytes(HALF));

export function isGuest(vault: Vault, identityId: string): boolean {
  const hex = identityId.slice(REGION.length + 1).replaceAll('-', '');
  return guestOf(vault, Buffer.from(hex.slice(0, 2 * HALF), 'hex')) === identityId;
}

function guestOf(vault: Vault, seed: Buffer): string {
  // The UUID's version sits in the first half: it is set before the second half is made of it.
  const first = Buffer.from(toUuid(Buffer.concat([seed, Buffer.alloc(2 * HALF)])).replaceAll('-', ''), 'hex');
  const half = first.subarray(0, HALF);
  const second = vault.mac('guest', half.toString('hex')).subarray(0, HALF);
  return `${REGION}:${toUuid(Buffer.concat([half, second]))}`;
}
