import pg from 'pg';
import { describe, expect, inject, test } from 'vitest';
import { applyContractMigrations } from '../../../server/src/store/apply-contract-migrations.ts';
import { describeMigrations } from '../../../server/src/store/describe-migrations.ts';
import { LEGACY_MIGRATIONS } from '../../../server/src/store/migration-ledger.ts';
import { applyExpandMigrations } from '../../../server/src/store/apply-expand-migrations.ts';
import { allMigrations } from '../../../server/src/store/migrations.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { queryStore } from '../../support/query-store.ts';
import { openDatabase, openTestStore } from '../../support/test-store.ts';
import { until } from '../../support/until.ts';

type Migration = (typeof allMigrations)[string];

const running = (statement: string): Migration => ({
  async up(db) {
    await queryStore(db, statement);
  },
});

/** This version's migrations and one more, as in the next version. */
const nextVersion = {
  ...allMigrations,
  '0900_nickname': running('alter table people add column nickname text'),
};
const contract = {
  '0901_drop_bio': { ...running('alter table people drop column bio'), needs: '0900_nickname' },
};
const LATER = {
  exitCode: 78,
  message: expect.stringMatching(/^A later version of Cruddur has used this store: [^\n]*$/) as string,
};

describe('a store on its way to the next version', { shuffle: false }, async () => {
  const { db } = disposeAfterAll(await openTestStore()).store;

  /** The applied migrations that a version from before the ledger does not know, so that it refuses to start. */
  async function unknownToEarliestVersion(): Promise<string[]> {
    const rows = await queryStore<{ name: string }>(db, 'select name from kysely_migration');
    return rows.map(({ name }) => name).filter((name) => !LEGACY_MIGRATIONS.includes(name));
  }

  test('[UPGRADE-3] a contract migration is refused while an expand migration is pending', async () => {
    await expect(applyContractMigrations(db, { expand: nextVersion, contract })).rejects.toMatchObject({
      exitCode: 78,
      message: 'Expand migrations are pending: run npm run migrate first.',
    });
  });

  test('[UPGRADE-1] an expand migration runs once', async () => {
    expect(await applyExpandMigrations(db, nextVersion)).toEqual(['0900_nickname']);
    expect(await applyExpandMigrations(db, nextVersion)).toEqual([]);
  });

  test('[UPGRADE-2] a store that a later version has expanded is usable by this version and by the earliest one', async () => {
    expect(await applyExpandMigrations(db, allMigrations)).toEqual([]);
    expect(await unknownToEarliestVersion()).toEqual([]);
    const states = await describeMigrations(db, { expand: allMigrations, contract: {} });
    expect(states.find(({ name }) => name === '0900_nickname')?.kind).toBe('of a later version');
  });

  test('[UPGRADE-1] a failed migration leaves nothing behind, and earlier ones stay applied', async () => {
    const broken = running('create table half (id int); select * from there_is_no_such_table');
    const migrations = { ...nextVersion, '0902_broken': broken };
    await expect(applyExpandMigrations(db, migrations)).rejects.toThrow('there_is_no_such_table');
    const states = await describeMigrations(db, { expand: migrations, contract: {} });
    expect(states.filter(({ name }) => name >= '0900')).toEqual([
      { name: '0900_nickname', kind: 'expand', applied: true },
      { name: '0902_broken', kind: 'expand', applied: false },
    ]);
    expect(await queryStore(db, "select to_regclass('half') as half")).toEqual([{ half: null }]);
  });

  test('[START-17, UPGRADE-3] a contract migration runs on request; versions that it excludes are refused', async () => {
    const migrate = () => applyContractMigrations(db, { expand: nextVersion, contract });
    expect(await migrate()).toEqual(['0901_drop_bio']);
    expect(await migrate()).toEqual([]);
    expect(await applyExpandMigrations(db, nextVersion)).toEqual([]);
    await expect(applyExpandMigrations(db, allMigrations)).rejects.toMatchObject(LATER);
    expect(await unknownToEarliestVersion()).toEqual(['0901_drop_bio']);
    expect(await db.selectFrom('people').select('sub').execute()).toEqual([]);
  });
});

test.runIf(inject('store') === 'postgres')(
  '[UPGRADE-1] of several versions that start at once, one migrates and the others wait',
  async () => {
    await using opened = await openTestStore();
    const others = await Promise.all(Array.from({ length: 3 }, () => openDatabase(opened.url ?? '')));
    const slow = running('select pg_sleep(0.3); create table slowly (id int)');
    const ran = await Promise.all(
      [opened, ...others].map(({ store }) =>
        applyExpandMigrations(store.db, { ...allMigrations, '0900_slow': slow }),
      ),
    );
    await Promise.all(others.map((other) => other[Symbol.asyncDispose]()));
    expect(ran.flat()).toEqual(['0900_slow']);
  },
);

test.runIf(inject('store') === 'postgres')(
  '[UPGRADE-3] while a gateway of another version is connected, no contract migration runs',
  async () => {
    await using opened = await openTestStore();
    const { db } = opened.store;
    await applyExpandMigrations(db, nextVersion);
    const asEarlier = new URL(opened.url ?? '');
    asEarlier.searchParams.set('application_name', 'cruddur');
    const contracted = () => applyContractMigrations(db, { expand: nextVersion, contract });
    const earlier = await connectAs(asEarlier.href);
    await expect(contracted()).rejects.toMatchObject({
      exitCode: 78,
      message: 'Gateways of another version use this store (connections: 1): stop them before --contract.',
    });
    await earlier.end();
    const ran = await until(() => contracted().catch(() => undefined), {
      what: 'the earlier version is disconnected',
    });
    expect(ran).toEqual(['0901_drop_bio']);
  },
);

async function connectAs(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}
