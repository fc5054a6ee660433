import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, inject, test } from 'vitest';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startProgram } from '../../support/program.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import '../../support/services/provided.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

const limited = (files: number) => ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];

test.skipIf(inject('store') === 'postgres' || process.platform === 'win32').each([64, 256, 512])(
  '[START-19] a limit of %i open files exits 78 with one line',
  async (files) => {
    await using folder = await createTempFolder();
    await using program = startProgram({ DATA_DIR: folder.path }, undefined, limited(files));
    expect(await program.waitForExit()).toBe(78);
    expect([...program.stdoutLines(), ...program.stderrLines()]).toEqual([
      expect.stringMatching(`^Cruddur needs 1024 open files, .* but may open ${files}: set ulimit -n `),
    ]);
  },
);

test
  .skipIf(inject('store') === 'postgres' || process.platform === 'win32')
  .each(['seed', 'migrate', 'backup', 'restore', 'operate'])(
  '[START-31] with 256 open files npm run %s exits 78 with one line',
  async (script) => {
    await using folder = await createTempFolder();
    const [shell, ...words] = [...limited(256), process.execPath, `server/dist/${script}.js`];
    const env = { PATH: process.env.PATH, DATA_DIR: folder.path };
    const { status, stdout, stderr } = spawnSync(shell, words, { cwd: root, env, encoding: 'utf8' });
    expect([status, stdout]).toEqual([78, '']);
    expect(stderr).toMatch(/^Cruddur needs 1024 open files, .* but may open 256: set ulimit -n .*\n$/);
  },
);

test.runIf(inject('store') === 'postgres' && process.platform !== 'win32')(
  '[START-19] the required limit is enough to start',
  { timeout: 120_000 },
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    await using program = startProgram(
      { DATABASE_URL: database.url, LOG_LEVEL: 'error' },
      undefined,
      limited(1024),
    );
    await program.waitUntilReady();
    expect(program.stderrLines()).toEqual([]);
  },
);
