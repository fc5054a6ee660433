import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLogger } from '../../../server/src/logger.ts';
import { lockDirectory } from '../../../server/src/store/directory-lock.ts';
import { applyExpandMigrations } from '../../../server/src/store/apply-expand-migrations.ts';
import { allMigrations } from '../../../server/src/store/migrations.ts';
import { openPostgres } from '../../../server/src/store/open-postgres.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { queryStore } from '../../support/query-store.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { openTestStore } from '../../support/test-store.ts';

test('[START-17] a data directory that cannot be written is refused in one line', async () => {
  await using folder = await createTempFolder();
  const file = join(folder.path, 'file');
  await writeFile(file, '');
  for (const dataDir of [file, join(file, 'inside')]) {
    await expect(lockDirectory(dataDir)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(
        /^The data directory \S+ cannot be written \(E\w+\): set DATA_DIR/,
      ) as string,
    });
  }
});

test('[START-17] a database that cannot be reached is refused in one line', async () => {
  const url = `postgres://cruddur:secret@127.0.0.1:${await findFreePort()}/cruddur`;
  await expect(openPostgres(url, createLogger('none'))).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(
      /^The database of DATABASE_URL cannot be used \(.*ECONNREFUSED.*\): start it/,
    ) as string,
  });
});

test('[START-17] a store that an unknown version has changed is refused, and stays unchanged', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  await queryStore(db, `insert into kysely_migration values ('0999_unknown', 'now')`);
  await expect(applyExpandMigrations(db, allMigrations)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/^A later version of Cruddur has used this store: [^\n]*$/) as string,
  });
  expect(await db.selectFrom('people').select('sub').execute()).toEqual([]);
});
