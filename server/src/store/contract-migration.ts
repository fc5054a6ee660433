import type { Migration } from 'kysely';

/** Removes what only earlier versions need. It never runs by itself: `npm run migrate -- --contract`. */
export interface ContractMigration extends Migration {
  /** The name of the migration that a version must know to work with the store afterwards. */
  needs: string;
}
