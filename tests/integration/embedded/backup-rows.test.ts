import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { createStore } from '../../../server/src/repositories/store.ts';
import { listTree } from '../../../server/src/store/backup/manifest.ts';
import { loadRows, readRowsIndex, writeRows } from '../../../server/src/store/backup/rows.ts';
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

test('the rows of a store are copied without the texts that were deleted from it', async () => {
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
    `insert into operator_actions (at, operator, action, subject, person)
      select now(), 'olive', 'show', sub, sub from people where sub = '${person?.sub ?? ''}'`,
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
  const insert = `insert into operator_actions (at, operator, action, subject, person)
    select now(), 'olive', 'show', sub, sub from people where sub = '${person?.sub ?? ''}' returning id`;
  expect(await queryStore(target.db, insert)).toEqual([{ id: 2 }]);
  await expect(queryStore(target.db, 'delete from operator_actions')).rejects.toThrow(
    'only accepts new rows',
  );
  await target.close();
  expect((await filesWith(to, LIVING)).length).toBeGreaterThan(0);
  expect(await filesWith(to, BURNED)).toEqual([]);
});

test('[UPGRADE-4] neither the store nor a backup of a version before 1.0.0 is copied', async () => {
  await using folder = await createTempFolder();
  const rows = join(folder.path, 'rows');
  const source = await openPGlite({ loadDataDir: await newDatabase() });
  const rename = (to: string, from: string) =>
    queryStore(source.db, `update kysely_migration set name = '${to}' where name = '${from}'`);
  await rename('0001_people_and_cruds', '0001_baseline');
  await expect(writeRows(source.pglite, rows, undefined)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/^A version before 1\.0\.0 made this store, [^\n]*$/) as string,
  });
  await rename('0001_baseline', '0001_people_and_cruds');
  await writeRows(source.pglite, rows, undefined);
  await source.close();
  const index = join(rows, 'index.json');
  writeFileSync(index, readFileSync(index, 'utf8').replace('0001_baseline', '0001_people_and_cruds'));
  await expect(readRowsIndex(rows)).rejects.toMatchObject({
    exitCode: 78,
    message: 'A version before 1.0.0 made the backup, which no later one can restore.',
  });
});
