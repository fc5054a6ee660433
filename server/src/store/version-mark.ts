import { createHash } from 'node:crypto';
import { allMigrations } from './migrations.ts';

const PREFIX = 'cruddur';

const versionHash = createHash('sha256')
  .update(Object.keys(allMigrations).sort().join())
  .digest('hex')
  .slice(0, 8);

/** How this version names its connections to PostgreSQL: two versions with the same migrations have the same name. */
export const APPLICATION_NAME = `${PREFIX} ${versionHash}`;

export const isNameOfOtherVersion = (name: string): boolean =>
  name.startsWith(PREFIX) && name !== APPLICATION_NAME;
