import { randomBytes, timingSafeEqual } from 'node:crypto';
import { fromHex, hashToNumber, padded, powerOfGenerator, sha256 } from './group.ts';

/** The stored form of a password, both in hex. */
export type PasswordRecord = { salt: string; verifier: string };

/** The owner of a password: the group is the pool's name or a device group, the id a person's `sub` or a device key. */
export type Identity = { group: string; id: string };

export function createPasswordRecord(identity: Identity, password: string): PasswordRecord {
  const salt = randomBytes(16).toString('hex');
  return { salt, verifier: verifierOf(identity, { salt, password }).toString(16) };
}

/** Whether the password is the recorded one, compared in constant time. */
export function matchesPassword(identity: Identity, password: string, record: PasswordRecord): boolean {
  const given = verifierOf(identity, { salt: record.salt, password });
  return timingSafeEqual(sha256(padded(given)), sha256(padded(fromHex(record.verifier))));
}

function verifierOf({ group, id }: Identity, { salt, password }: { salt: string; password: string }): bigint {
  const x = hashToNumber(padded(fromHex(salt)), sha256(`${group}${id}:${password}`));
  return powerOfGenerator(x);
}
