import type { Migration } from 'kysely';
import { poolMigrations } from '../local-pool/migrations.ts';
import { migrations } from '../repositories/migrations/index.ts';

/** All of the store's migrations in order of name: the product's, then the local pool's. */
export const allMigrations: Record<string, Migration> = { ...migrations, ...poolMigrations };
