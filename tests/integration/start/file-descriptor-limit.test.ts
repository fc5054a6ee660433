import { expect, inject, test } from 'vitest';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { startProgram } from '../../support/program.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import '../../support/services/provided.ts';

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
