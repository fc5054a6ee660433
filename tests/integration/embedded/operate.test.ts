import { statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { signIn } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { runScript } from '../../support/run-script.ts';
import { copySeededFolder } from '../../support/seeded-folder.ts';

test(
  '[REPORT-11] npm run operate works against the running program, in text and in JSON, and refuses wrong options in one line',
  { timeout: 300_000 },
  async () => {
    await using folder = await createTempFolder();
    const dataDir = join(folder.path, 'data');
    await copySeededFolder(dataDir);
    const operate = (...words: string[]) => runScript('operate', words, { DATA_DIR: dataDir });

    expect(await operate('list')).toEqual({
      code: 78,
      stdout: '',
      stderr: `No Cruddur runs on ${dataDir}: start it, or set DATA_DIR.\n`,
    });

    await using program = startProgram({ DATA_DIR: dataDir, RATE_LIMITS: 'off', PORT: '0' });
    const url = await program.waitUntilReady(150_000);
    const [ann, bob] = await program.waitForSampleLogins();
    const client = async (login = { email: '', password: '' }) =>
      createClient(url, (await signIn(url, login)).accessToken);
    const { uuid: crud } = await (await client(ann)).callOk('createActivity', { body: { message: 'x' } });
    const body = { kind: 'crud', uuid: crud, reason: 'spam' } as const;
    const { uuid: report } = await (await client(bob)).callOk('report', { body });
    expect(statSync(join(dataDir, 'operate.sock')).mode & 0o777).toBe(0o600);

    const listed = await operate('list', '--json');
    expect(listed).toMatchObject({ code: 0, stderr: '' });
    expect(JSON.parse(listed.stdout)).toMatchObject({ cases: [{ id: report, uuid: crud, reports: 1 }] });
    expect((await operate('list')).stdout).toContain(report);
    expect((await operate('show', report)).stdout).toMatch(/^A crud by @\w+: .*\n\nReported by @\w+ on /);
    const closed = await operate('close', report, '--reason', 'no harm');
    expect(closed).toMatchObject({ code: 0, stderr: '' });
    expect((await operate('list')).stdout).toBe('There are no open reports.\n');

    const help = await operate('--help');
    expect(help).toMatchObject({ code: 0, stderr: '' });
    expect(help.stdout).toContain('\n  suspend @HANDLE --until DATE|--for-good --reason TEXT\n');

    for (const [words, text] of [
      [[], /^Usage: npm run operate -- list\|/],
      [['lost'], /^Usage: npm run operate -- list\|/],
      [['list', 'more'], /^Usage: npm run operate -- list \[--json\]\n/],
      [['close', report], /^Usage: npm run operate -- close REPORT --reason TEXT/],
      [['close', report, '--reason', ' '], /^Usage: npm run operate -- close REPORT --reason TEXT/],
      [['show', 'no-uuid'], /^Usage: npm run operate -- show REPORT/],
      [['list', '--jsn'], /^Unknown option '--jsn'/],
      [['show', report], /^There is no open report /],
      [['end-sessions', '@missing_one', '--reason', 'x'], /^There is no person @missing_one\.\n$/],
    ] as const) {
      const { code, stdout, stderr } = await operate(...words);
      expect({ words, code, stdout, lines: stderr.split('\n').length }).toEqual({
        words,
        code: 78,
        stdout: '',
        lines: 2,
      });
      expect(stderr).toMatch(text);
    }
  },
);
