import { poolMigrations } from '@cruddur/local-pool/migrations';
import type { Migration } from 'kysely';
import { onlyKeyedFingerprints } from '../repositories/migrations/0013-only-keyed-fingerprints.ts';
import { migrations } from '../repositories/migrations/index.ts';
import type { ContractMigration } from './contract-migration.ts';

/** All expand migrations in order of name: the product's, then the local pool's. */
export const allMigrations: Record<string, Migration> = { ...migrations, ...poolMigrations };

/** Migrations that remove what no supported version needs (docs/operations/upgrade.md). */
export const contractMigrations: Record<string, ContractMigration> = {
  '0013_only_keyed_fingerprints': { ...onlyKeyedFingerprints, needs: '0007_keyed_fingerprints' },
};
