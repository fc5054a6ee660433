import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { listTree } from '../../../server/src/store/backup/manifest.ts';
import { loadRows, writeRows } from '../../../server/src/store/backup/rows.ts';
import { openPGlite } from '../../../server/src/store/open-pglite.ts';
import { addPeople } from '../../support/add-people.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { dumpTables } from '../../support/dump-tables.ts';
import { loadMigratedDatabase } from '../../support/load-migrated-database.ts';
import { queryStore } from '../../support/query-store.ts';

const BURNED = 'quastenflosser';
const LIVING = 'okapigarden';

const newDatabase = async () => new Blob([new Uint8Array(await loadMigratedDatabase())]);

async function filesWith(dir: string, text: string): Promise<string[]> {
  const files = (await listTree(dir)).filter(({ isFolder }) => !isFolder).map(({ path }) => path);
  return files.filter((path) => readFileSync(join(dir, path)).includes(text));
}

test('[BACKUP-8] the rows of a store are copied without the texts that were deleted from it', async () => {
  await using folder = await createTempFolder();
  const [from, to] = [join(folder.path, 'from'), join(folder.path, 'to')];
  const source = await openPGlite({ dataDir: from, loadDataDir: await newDatabase() });
  const people = await addPeople(createStore(source.db, systemClock), 300);
  const [person] = people;
  // One text is in a row that was replaced, in the statistics and in the write-ahead log; the other one lives.
  await queryStore(source.db, `update people set bio = '${BURNED}'`);
  await queryStore(source.db, 'analyze people');
  await queryStore(source.db, `update people set bio = '${LIVING}'`);
  await queryStore(
    source.db,
    `insert into operator_actions (at, operator, action, subject) values (now(), 'olive', 'show', '${person?.sub ?? ''}')`,
  );
  const stored = await dumpTables(source);
  const rows = join(folder.path, 'rows');
  await writeRows(source.pglite, rows, undefined);
  await source.close();
  expect((await filesWith(from, BURNED)).length).toBeGreaterThan(1);

  expect(await filesWith(rows, BURNED)).toEqual([]);
  expect((await filesWith(rows, LIVING)).length).toBeGreaterThan(0);

  await loadRows(rows, { dataDir: to, loadDataDir: await newDatabase() });
  const target = await openPGlite({ dataDir: to });
  expect(await dumpTables(target)).toEqual(stored);
  const insert = `insert into operator_actions (at, operator, action, subject)
    values (now(), 'olive', 'show', '${person?.sub ?? ''}') returning id`;
  expect(await queryStore(target.db, insert)).toEqual([{ id: 2 }]);
  await expect(queryStore(target.db, 'delete from operator_actions')).rejects.toThrow(
    'only accepts new rows',
  );
  await target.close();
  expect((await filesWith(to, LIVING)).length).toBeGreaterThan(0);
  expect(await filesWith(to, BURNED)).toEqual([]);
});
