import { createHash } from 'node:crypto';
import { allMigrations } from './migrations.ts';

const PREFIX = 'cruddur';

const versionHash = createHash('sha256')
  .update(Object.keys(allMigrations).sort().join())
  .digest('hex')
  .slice(0, 8);

/** The `application_name` of this version's connections; versions with the same migrations share it. */
export const APPLICATION_NAME = `${PREFIX} ${versionHash}`;

export const isNameOfOtherVersion = (name: string): boolean =>
  name.startsWith(PREFIX) && name !== APPLICATION_NAME;
