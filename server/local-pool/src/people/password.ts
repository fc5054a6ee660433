import { PASSWORD_MIN } from '@cruddur/shared';
import { refusals } from '../errors.ts';
import { POOL_NAME } from '../names.ts';
import type { Vault } from '../secrets/vault.ts';
import { createPasswordRecord, type Identity } from '../srp/verifier.ts';

export const srpIdentity = (sub: string): Identity => ({ group: POOL_NAME, id: sub });

/** @throws PoolError InvalidPasswordException when it is too short */
export function requirePasswordLength(password: string): void {
  if (password.length < PASSWORD_MIN) throw refusals.shortPassword();
}

/** The columns of a new password. @throws PoolError InvalidPasswordException when it is too short */
export function passwordColumns(
  vault: Vault,
  sub: string,
  password: string,
): { salt: string; verifier_sealed: string } {
  requirePasswordLength(password);
  const { salt, verifier } = createPasswordRecord(srpIdentity(sub), password);
  return { salt, verifier_sealed: vault.seal(verifier, `verifier:${sub}`) };
}

export const decryptVerifier = (vault: Vault, row: { sub: string; verifier_sealed: string }): string =>
  vault.open(row.verifier_sealed, `verifier:${row.sub}`);
