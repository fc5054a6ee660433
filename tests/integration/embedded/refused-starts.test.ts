import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { startProgram } from '../../support/program.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const folder = disposeAfterAll(await createTempFolder());
const limited = (files: number) => ['sh', '-c', `ulimit -n ${files}; exec "$@"`, 'sh'];

test('[START-30] a bad configuration exits 78 with one line that names every error', async () => {
  await using program = startProgram({ PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await program.waitForExit()).toBe(78);
  expect(program.stdoutLines()).toEqual([]);
  expect(program.stderrLines()).toEqual([expect.stringMatching(/^Bad configuration: PORT: .*; LOG_LEVEL: /)]);
});

test.skipIf(process.platform === 'win32').each([
  ['start', 64],
  ['start', 512],
  ['seed', 256],
  ['migrate', 256],
  ['backup', 256],
  ['restore', 256],
  ['operate', 256],
])('[START-30] npm run %s with %i open files exits 78 with one line', (script, files) => {
  const [shell, ...words] = [...limited(files), process.execPath, `server/dist/${script}.js`];
  const env = { PATH: process.env.PATH, DATA_DIR: folder.path };
  const { status, stdout, stderr } = spawnSync(shell, words, { cwd: root, env, encoding: 'utf8' });
  expect([status, stdout]).toEqual([78, '']);
  expect(stderr).toMatch(/^Cruddur needs 1024 open files, .* but may open \d+: set ulimit -n .*\n$/);
});
