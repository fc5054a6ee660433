import { Migrator, type Kysely, type Migration } from 'kysely';

/**
 * Brings a store to the newest shape. On PostgreSQL several programs may do so at once: one works, the others wait.
 * @throws the first migration's error; that migration and the ones after it left nothing behind
 */
export async function migrate<T>(db: Kysely<T>, migrations: Record<string, Migration>): Promise<void> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: () => Promise.resolve(migrations) },
    // The pool's migrations and the product's are numbered apart, so a new one may sort before an old one.
    allowUnorderedMigrations: true,
  });
  const { error } = await migrator.migrateToLatest();
  if (error !== undefined)
    throw error instanceof Error ? error : new Error('A migration failed.', { cause: error });
}
