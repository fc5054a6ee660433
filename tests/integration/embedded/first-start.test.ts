import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { platform } from 'node:process';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { signIn } from '../../support/people.ts';
import { startProgram, type RunningProgram } from '../../support/program.ts';
import { createSeededFolder, readFirstOutput } from '../../support/seeded-folder.ts';

const START = { timeout: 120_000 };
const OPTIMISED = { timeout: 30_000 };
const output = (program: RunningProgram) => [...program.stdoutLines(), ...program.stderrLines()];

test(
  '[START-6, START-1, SEED-5] a first start prints the ready line and two sample logins, and draws pictures of most samples; in production they still work, with a warning, and a second start exits 78 with one line',
  START,
  async () => {
    const [ready = '', ...lines] = readFirstOutput();
    expect(ready).toMatch(/^Cruddur is ready at http:\/\/localhost:\d+$/);
    const logins = lines.map((line) => /^login: (\S+) (\S+)$/.exec(line) ?? []);
    expect(logins.map(([, email]) => email)).toHaveLength(2);

    await using folder = await createSeededFolder();
    const env = { NODE_ENV: 'production', LOCAL_POOL: '1', DATA_DIR: folder.path };
    await using first = startProgram(env);
    const url = await first.waitUntilReady();
    // On Node 24, V8 takes 500 MB more for seconds while it optimises the store's parser.
    if (platform === 'linux') await expect.poll(() => first.residentMb(), OPTIMISED).toBeLessThan(450);
    for (const [, email = '', password = ''] of logins) {
      const { accessToken } = await signIn(url, { email, password });
      const client = createClient(url, accessToken);
      const feed = await client.callOk('homeFeed');
      // Some expire within the hour.
      expect(feed.length).toBeGreaterThan(30);
      expect(new Set(feed.map(({ avatar_version }) => avatar_version))).toEqual(new Set([0, 1]));
      const { cognito_user_uuid: sub } = await client.callOk('me');
      const picture = await fetch(`${url}/avatars/processed/${sub}.jpg`);
      const { format, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
      expect([format, width]).toEqual(['jpeg', 512]);
      expect(await client.callOk('messageGroups')).not.toHaveLength(0);
    }
    const isWarned = () => first.stderrLines().some((line) => line.includes('published password'));
    await first.waitUntil(isWarned, 'a warning');
    expect(first.stdoutLines()).toEqual([`Cruddur is ready at ${url}`]);

    await using second = startProgram({ DATA_DIR: folder.path });
    expect(await second.waitForExit()).toBe(78);
    const refusal = /^Another Cruddur \(process \d+\) uses .*: stop it, or set DATA_DIR to another folder\.$/;
    expect(output(second)).toEqual([expect.stringMatching(refusal)]);
    first.sendSignal('SIGTERM');
    expect(await first.waitForExit()).toBe(0);
    expect(await readdir(folder.path)).not.toContain('cruddur.lock');
  },
);

test(
  '[START-13, SEED-5] SIGTERM and a kill during the first initialisation leave a directory that the next start can use, in production without samples',
  START,
  async () => {
    await using folder = await createTempFolder();
    const env = { NODE_ENV: 'production', LOCAL_POOL: '1', DATA_DIR: folder.path, LOG_LEVEL: 'none' };
    const isInitialising = async () =>
      (await readdir(folder.path)).some((name) => name.startsWith('pg.partial-'));
    {
      await using stopped = startProgram(env);
      await stopped.waitUntil(isInitialising, 'the store is being made');
      stopped.sendSignal('SIGTERM');
      expect(await stopped.waitForExit()).toBe(0);
      expect(output(stopped)).toEqual([]);
      expect(await readdir(folder.path)).not.toContain('cruddur.lock');
      expect(processesOn(folder.path)).toEqual([]);
    }
    {
      await using killed = startProgram(env);
      await killed.waitUntil(isInitialising, 'the store is being made again');
      killed.sendSignal('SIGKILL');
      await killed.waitForExit();
    }

    await using program = startProgram(env);
    const url = await program.waitUntilReady();
    expect(program.stdoutLines()).toEqual([`Cruddur is ready at ${url}`]);
    const login = { email: 'andrewbrown@example.com', password: 'say-it-then-forget-it' };
    await expect(signIn(url, login)).rejects.toThrow('Incorrect username or password.');
    expect(await readdir(folder.path)).toContain('pg');
  },
);

/** Linux: the command lines of running processes that name this folder. */
function processesOn(folder: string): string[] {
  if (platform !== 'linux') return [];
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(commandOf).filter((command) => command.includes(folder));
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
