import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { platform } from 'node:process';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { signIn } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';

describe('a first start', { timeout: 120_000 }, () => {
  // The store of the first test, which others use: creating one takes the longest.
  let created: Awaited<ReturnType<typeof createTempFolder>>;
  beforeAll(async () => {
    created = await createTempFolder();
  });
  afterAll(() => created[Symbol.asyncDispose]());

  test('[START-6] it prints the ready line and two sample logins, which work', async () => {
    await using program = startProgram({ DATA_DIR: created.path, LOG_LEVEL: 'none' });
    const url = await program.waitUntilReady();
    const logins = await program.waitForSampleLogins();
    expect(program.stdoutLines()).toHaveLength(3);
    expect(program.stdoutLines()[0]).toBe(`Cruddur is ready at ${url}`);

    for (const login of logins) {
      const { accessToken } = await signIn(url, login);
      const client = createClient(url, accessToken);
      expect(await client.callOk('homeFeed')).toHaveLength(45);
      expect(await client.callOk('messageGroups')).not.toHaveLength(0);
    }
    program.sendSignal('SIGTERM');
    expect(await program.waitForExit()).toBe(0);
  });

  test('[SEED-5, START-8] a development store in production causes a warning; a second start on it exits 78 with one line, and SIGTERM ends the first with 0', async () => {
    await using first = startProgram({ NODE_ENV: 'production', LOCAL_POOL: '1', DATA_DIR: created.path });
    await first.waitUntilReady();
    if (platform === 'linux') expect(first.residentMb()).toBeLessThan(450);
    await first.waitUntil(
      () => first.stderrLines().some((line) => line.includes('published password')),
      'a warning',
    );
    expect(first.stdoutLines()).toHaveLength(1);

    await using second = startProgram({ DATA_DIR: created.path });
    expect(await second.waitForExit()).toBe(78);
    expect([...second.stdoutLines(), ...second.stderrLines()]).toEqual([
      expect.stringMatching(
        /^Another Cruddur \(process \d+\) uses .*: stop it, or set DATA_DIR to another folder\.$/,
      ),
    ]);

    first.sendSignal('SIGTERM');
    expect(await first.waitForExit()).toBe(0);
    expect(await readdir(created.path)).not.toContain('cruddur.lock');
  });

  test.each(inject('form') === 'full' ? (['SIGTERM', 'SIGINT'] as const) : (['SIGTERM'] as const))(
    '[START-15] %s during the first initialisation exits 0 and leaves no process behind',
    async (signal) => {
      await using folder = await createTempFolder();
      await using program = startProgram({ DATA_DIR: folder.path });
      const partial = async () => (await readdir(folder.path)).find((name) => name.startsWith('pg.partial-'));
      await program.waitUntil(partial, 'the store is being made');
      program.sendSignal(signal);
      expect(await program.waitForExit()).toBe(0);
      expect([...program.stdoutLines(), ...program.stderrLines()]).toEqual([]);
      expect(await readdir(folder.path)).not.toContain('cruddur.lock');
      expect(processesOn(folder.path)).toEqual([]);
    },
  );

  test.each(inject('form') === 'full' ? [true, false] : [true])(
    '[START-11, SEED-5] in production it creates no samples; after a kill during the initialisation: %s',
    async (isKilled) => {
      await using folder = await createTempFolder();
      const env = { NODE_ENV: 'production', LOCAL_POOL: '1', DATA_DIR: folder.path, LOG_LEVEL: 'none' };
      if (isKilled) await killDuringFirstStart(env);
      await using program = startProgram(env);
      const url = await program.waitUntilReady();
      expect(program.stdoutLines()).toEqual([`Cruddur is ready at ${url}`]);
      const login = { email: 'andrewbrown@example.com', password: 'say-it-then-forget-it' };
      await expect(signIn(url, login)).rejects.toThrow('Incorrect username or password.');
      expect(await readdir(folder.path)).toContain('pg');
    },
  );

  test.runIf(inject('form') === 'full')(
    '[START-11] after such a kill in development it creates the samples',
    async () => {
      await using folder = await createTempFolder();
      const env = { DATA_DIR: folder.path };
      await killDuringFirstStart(env);
      await using program = startProgram(env);
      await program.waitUntilReady();
      expect(await program.waitForSampleLogins()).toHaveLength(2);
    },
  );
});

test('[START-17] a missing database exits 78 with one line', async () => {
  await using program = startProgram({
    DATABASE_URL: `postgres://127.0.0.1:${await findFreePort()}/cruddur`,
  });
  expect(await program.waitForExit()).toBe(78);
  expect([...program.stdoutLines(), ...program.stderrLines()]).toEqual([
    expect.stringMatching(/^The database of DATABASE_URL cannot be used /),
  ]);
});

test('[START-4] a bad configuration exits 78 with one line that names every error', async () => {
  await using program = startProgram({ PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await program.waitForExit()).toBe(78);
  expect(program.stdoutLines()).toEqual([]);
  expect(program.stderrLines()).toEqual([expect.stringMatching(/^Bad configuration: PORT: .*; LOG_LEVEL: /)]);
});

/** Kills a first start twice: once it holds the directory, and once it creates the store. */
async function killDuringFirstStart(env: Record<'DATA_DIR', string>): Promise<void> {
  for (const made of ['cruddur.lock', 'pg.partial-']) {
    await using program = startProgram(env);
    await program.waitUntil(
      async () => (await readdir(env.DATA_DIR)).some((name) => name.startsWith(made)),
      made,
    );
    program.sendSignal('SIGKILL');
    await program.waitForExit();
  }
}

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
