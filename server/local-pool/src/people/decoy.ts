import { toUuid } from '../secrets/stable-uuid.ts';
import type { Vault } from '../secrets/vault.ts';
import { N, toNumber } from '../srp/group.ts';
import type { PasswordRecord } from '../srp/verifier.ts';

/** The id that an unknown username keeps for ever; it looks like any other random UUID. */
export const decoySub = (vault: Vault, username: string): string => toUuid(vault.mac('decoy-sub', username));

const HASH_BYTES = 32;
const VERIFIER_BYTES = 384;

/** A salt and a verifier that stay the same and that no password fits. */
export function decoyPassword(vault: Vault, username: string): PasswordRecord {
  const parts = Array.from({ length: VERIFIER_BYTES / HASH_BYTES }, (_, index) =>
    vault.mac(`decoy-verifier-${index}`, username),
  );
  return {
    salt: vault.mac('decoy-salt', username).subarray(0, 16).toString('hex'),
    verifier: (toNumber(Buffer.concat(parts)) % N).toString(16),
  };
}
