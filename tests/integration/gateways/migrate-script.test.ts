import pg from 'pg';
import { expect, inject, it } from 'vitest';
import { allMigrations, contractMigrations } from '../../../server/src/store/migrations.ts';
import { runScript } from '../../support/run-script.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import '../../support/services/provided.ts';

const names = Object.keys(allMigrations).sort();
const contracts = Object.keys(contractMigrations).sort();
/** The output of --status before any contract migration. */
const statusOf = (expand: 'applied' | 'pending') =>
  [...names, ...contracts]
    .sort()
    .map((name) => (contracts.includes(name) ? `pending ${name} (contract)` : `${expand} ${name}`));
const linesOf = (text: string) => text.split('\n').filter((line) => line !== '');

it(
  '[UPGRADE-6] npm run migrate prints what it applied; --status and --dry-run change nothing',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    const migrate = async (...words: string[]) => {
      const { code, stdout, stderr } = await runScript('migrate', words, { DATABASE_URL: database.url });
      return { code, lines: linesOf(stdout), faults: linesOf(stderr) };
    };
    const done = (lines: string[]) => ({ code: 0, lines, faults: [] });

    expect(await migrate('--status')).toEqual(done(statusOf('pending')));
    expect(await migrate('--dry-run')).toEqual(done(names.map((name) => `would apply ${name}`)));
    expect(await tablesOf(database.url)).toEqual([]);
    const { code, lines, faults } = await migrate();
    expect({ code, lines: lines.sort(), faults }).toEqual(done(names.map((name) => `applied ${name}`)));
    expect(await migrate('--status')).toEqual(done(statusOf('applied')));
    const nothing = ['The store is up to date; nothing was changed.'];
    expect(await migrate('--contract')).toEqual(done(contracts.map((name) => `applied ${name}`)));
    expect(await migrate('--contract')).toEqual(done(nothing));
    expect(await migrate('--contact')).toMatchObject({
      code: 78,
      faults: ['Usage: npm run migrate [-- --contract | --status | --dry-run]'],
    });
  },
);

async function tablesOf(connectionString: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ tablename: string }>(
    "select tablename from pg_tables where schemaname = 'public'",
  );
  await client.end();
  return rows;
}
