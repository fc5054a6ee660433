import { symlink } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

/** Runs a raw SQL statement. */
const run = ({ store: { db } }: TestApp, sql: string) =>
  db.executeQuery({ ...db.selectFrom('store').selectAll().compile(), sql });
const ready = (app: TestApp) => app.visitor.send('GET', '/readyz');

describe('[DOOR-24] a store that accepts no writes', () => {
  it('is not ready while its disk is full, and is ready again when there is space', async () => {
    await using app = await startTestApp();
    await run(
      app,
      `create function refuse() returns trigger language plpgsql as
        $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`,
    );
    await run(
      app,
      'create trigger full_disk before insert or update on write_probe for each row execute function refuse()',
    );
    const { status, body } = await ready(app);
    expect([status, body]).toEqual([503, { ready: false, degraded: ['writes'] }]);
    await run(app, 'drop trigger full_disk on write_probe');
    await until(async () => (await ready(app)).status === 200, { what: 'the gateway is ready again' });
  });

  it.skipIf(process.platform !== 'linux' || inject('store') !== 'pglite')(
    'is also detected by its folder, where the store is embedded',
    async () => {
      await using folder = await createTempFolder();
      // A device that is always full.
      await symlink('/dev/full', `${folder.path}/.write-probe`);
      await using app = await startTestApp({ env: { DATA_DIR: folder.path } });
      expect((await ready(app)).body).toEqual({ ready: false, degraded: ['writes'] });
      await until(async () => (await ready(app)).status === 200, { what: 'the gateway is ready again' });
    },
  );
});
