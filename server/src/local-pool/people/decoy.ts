import type { Vault } from '../secrets/vault.ts';
import { N, toNumber } from '../srp/group.ts';
import type { PasswordRecord } from '../srp/verifier.ts';

/** The id that an unknown username keeps for ever; it looks like any other random UUID. */
export function decoySub(vault: Vault, username: string): string {
  const bytes = vault.mac('decoy-sub', username).subarray(0, 16);
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

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
