import type { Migration } from 'kysely';

/** Removes what only earlier versions need. Applied by `npm run migrate -- --contract` only. */
export interface ContractMigration extends Migration {
  /** The migration that a version must have to work with the store afterwards. */
  needs: string;
}
