import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { migrateStore, migrations, readApplied } from '../../../server/src/store/migrate-store.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { queryStore } from '../../support/query-store.ts';
import { openDatabase, openTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

type Migration = (typeof migrations)[string];

const running = (statement: string): Migration => ({
  async up(db) {
    await queryStore(db, statement);
  },
});

/** The next version has a new column in place of an old one, which the current version still writes. */
const next = {
  ...migrations,
  '0900_about': running(`
    alter table people add column about text;
    update people set about = bio;
    create function copy_bio() returns trigger language plpgsql as $$ begin new.about := new.bio; return new; end $$;
    create trigger people_about before insert or update of bio on people for each row execute function copy_bio()`),
  // In the same release, so that each version that works without the column knows the name.
  '0901_bio_contract': running(`
    drop trigger people_about on people; drop function copy_bio; alter table people drop column bio`),
};

describe('a store on its way to the next version', { shuffle: false }, async () => {
  const { db } = disposeAfterAll(await openTestStore()).store;
  const addPerson = (handle: string) =>
    queryStore(
      db,
      `insert into people (sub, handle, display_name, bio, email, created_at)
        values (gen_random_uuid(), '${handle}', '${handle}', 'of ${handle}', '', now())`,
    );
  const readAbout = () => queryStore<{ about: string }>(db, 'select about from people order by handle');

  test('an expand migration runs once, and a contract migration not without a request', async () => {
    await addPerson('ann');
    expect(await migrateStore(db, { all: next })).toEqual(['0900_about']);
    expect(await migrateStore(db, { all: next })).toEqual([]);
    expect(await readAbout()).toEqual([{ about: 'of ann' }]);
  });

  test('a store that a later version has expanded is usable by this version', async () => {
    expect(await migrateStore(db)).toEqual([]);
    await addPerson('bob');
    expect(await readAbout()).toEqual([{ about: 'of ann' }, { about: 'of bob' }]);
  });

  test('a failed migration leaves nothing behind, and earlier ones stay applied', async () => {
    const broken = running('create table half (id int); select * from there_is_no_such_table');
    const all = { ...next, '0902_whole': running('create table whole (id int)'), '0903_broken': broken };
    await expect(migrateStore(db, { all })).rejects.toThrow('there_is_no_such_table');
    const applied = await readApplied(db);
    expect(applied.filter((name) => name >= '0900').sort()).toEqual(['0900_about', '0902_whole']);
    const left = "select to_regclass('half') as half, to_regclass('whole')::text as whole";
    expect(await queryStore(db, left)).toEqual([{ half: null, whole: 'whole' }]);
  });

  test('[UPGRADE-3] a contract migration runs on request; versions that do not know it are refused', async () => {
    const all = { ...next, '0905_later': running('create table later (id int)') };
    const contract = () => migrateStore(db, { all, contract: true });
    expect(await contract()).toEqual(['0905_later', '0901_bio_contract']);
    expect(await contract()).toEqual([]);
    expect(await migrateStore(db, { all })).toEqual([]);
    expect(await readAbout()).toHaveLength(2);
    await expect(migrateStore(db)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringMatching(/^A later version of Cruddur has used this store: [^\n]*$/) as string,
    });
  });
});

test('[UPGRADE-4] a store of a version before 1.0.0 is refused', async () => {
  await using opened = await openTestStore();
  const { db } = opened.store;
  await queryStore(
    db,
    `update kysely_migration set name = '0001_people_and_cruds' where name = '0001_baseline'`,
  );
  await expect(migrateStore(db)).rejects.toMatchObject({
    exitCode: 78,
    message: expect.stringMatching(/^A version before 1\.0\.0 made this store, [^\n]*$/) as string,
  });
});

test.runIf(inject('store') === 'postgres')(
  'of several versions that start at once, one migrates and the others wait',
  async () => {
    await using opened = await openTestStore();
    const others = await Promise.all(Array.from({ length: 3 }, () => openDatabase(opened.url ?? '')));
    const all = { ...migrations, '0900_slow': running('select pg_sleep(0.3); create table slowly (id int)') };
    const ran = await Promise.all([opened, ...others].map(({ store }) => migrateStore(store.db, { all })));
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
    expect(ran.flat()).toEqual(['0900_slow']);
  },
);

test.runIf(inject('store') === 'postgres')(
  '[UPGRADE-3] while a gateway of another version is connected, no contract migration runs',
  async () => {
    await using opened = await openTestStore();
    const contract = () => migrateStore(opened.store.db, { all: next, contract: true });
    const url = new URL(opened.url ?? '');
    url.searchParams.set('application_name', 'cruddur');
    const other = new pg.Client({ connectionString: url.href });
    await other.connect();
    await expect(contract()).rejects.toMatchObject({
      exitCode: 78,
      message: 'Gateways of another version use this store (connections: 1): stop them before --contract.',
    });
    await other.end();
    const ran = await until(() => contract().catch(() => undefined), {
      what: 'the other version is disconnected',
    });
    expect(ran).toEqual(['0901_bio_contract']);
  },
);
