import { Migrator, type Kysely, type Migration } from 'kysely';
import { StartFault } from '../start-fault.ts';

const LATER =
  'A later version of Cruddur has used this store: start that one, or set DATA_DIR or DATABASE_URL to another store.';

/**
 * Brings a store to the newest shape. On PostgreSQL several programs may do so at once: one works, the others wait.
 * @throws StartFault when a later program has changed the store; else the first migration's error: that migration and
 * the ones after it left nothing behind
 */
export async function migrate<T>(db: Kysely<T>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // The pool's migrations and the product's are numbered apart, so a new one may sort before an old one.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error === undefined) return;
  if (!(error instanceof Error)) throw new Error('A migration failed.', { cause: error });
  // Kysely has no class for it: the store was migrated by what this program does not know.
  const isLater = error.message.startsWith('corrupted migrations: previously executed');
  throw isLater ? new StartFault(LATER, { cause: error }) : error;
}
