import type { Kysely } from 'kysely';
import type { MigrationSets } from './apply-contract-migrations.ts';
import { readApplied, type MigrationLedger } from './migration-ledger.ts';

export interface MigrationState {
  name: string;
  kind: 'expand' | 'contract' | 'of a later version';
  applied: boolean;
}

/** The applied and pending migrations of a store, in order of name. Changes nothing. */
export async function describeMigrations<T>(
  db: Kysely<T>,
  { expand, contract }: MigrationSets,
): Promise<MigrationState[]> {
  const applied = new Set(
    (await readApplied(db as unknown as Kysely<MigrationLedger>)).map(({ name }) => name),
  );
  const names = [...new Set([...Object.keys(expand), ...Object.keys(contract), ...applied])].sort();
  return names.map((name) => ({
    name,
    kind: kindOf(name, { expand, contract }),
    applied: applied.has(name),
  }));
}

function kindOf(name: string, { expand, contract }: MigrationSets): MigrationState['kind'] {
  if (name in expand) return 'expand';
  return name in contract ? 'contract' : 'of a later version';
}
