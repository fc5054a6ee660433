import { readdirSync, readFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { platform } from 'node:process';
import { describe, expect, inject, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { newFolder } from '../../support/folder.ts';
import { signIn } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';
import { freePort } from '../../support/services/free-port.ts';

/** The embedded store is what these are about; on PostgreSQL they would only repeat themselves. */
describe.skipIf(inject('store') === 'postgres')('a first start', { timeout: 120_000 }, () => {
  test('[START-6] it says where it is and two sample logins, which work', async () => {
    await using folder = await newFolder();
    await using program = startProgram({ DATA_DIR: folder.path, LOG_LEVEL: 'none' });
    const url = await program.ready();
    const logins = await program.logins();
    expect(program.lines()).toHaveLength(3);
    expect(program.lines()[0]).toBe(`Cruddur is ready at ${url}`);

    for (const login of logins) {
      const { accessToken } = await signIn(url, login);
      const client = createClient(url, accessToken);
      expect(await client.ask('homeFeed')).toHaveLength(45);
      expect(await client.ask('messageGroups')).not.toHaveLength(0);
    }
  });

  test('[START-8] a second start on the same directory exits 78 with one line; SIGTERM ends the first with 0', async () => {
    await using folder = await newFolder();
    await using first = startProgram({ DATA_DIR: folder.path });
    await first.ready();
    if (platform === 'linux') expect(first.memory()).toBeLessThan(450);

    await using second = startProgram({ DATA_DIR: folder.path });
    expect(await second.ended()).toBe(78);
    expect([...second.lines(), ...second.faults()]).toEqual([
      expect.stringMatching(
        /^Another Cruddur \(process \d+\) uses .*: stop it, or set DATA_DIR to another folder\.$/,
      ),
    ]);

    first.signal('SIGTERM');
    expect(await first.ended()).toBe(0);
    expect(await readdir(folder.path)).not.toContain('cruddur.lock');
  });

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '[START-15] %s while it makes the store ends it with 0, and no process stays behind',
    async (signal) => {
      await using folder = await newFolder();
      await using program = startProgram({ DATA_DIR: folder.path });
      const partial = async () => (await readdir(folder.path)).find((name) => name.startsWith('pg.partial-'));
      await program.until(partial, 'the store is being made');
      program.signal(signal);
      expect(await program.ended()).toBe(0);
      expect([...program.lines(), ...program.faults()]).toEqual([]);
      expect(await readdir(folder.path)).not.toContain('cruddur.lock');
      expect(processesOn(folder.path)).toEqual([]);
    },
  );

  test('[START-11] killed while it makes the store, it starts again as if it had never been', async () => {
    await using folder = await newFolder();
    for (const made of ['cruddur.lock', 'pg.partial-']) {
      await using program = startProgram({ DATA_DIR: folder.path });
      await program.until(
        async () => (await readdir(folder.path)).some((name) => name.startsWith(made)),
        made,
      );
      program.signal('SIGKILL');
      await program.ended();
    }
    await using program = startProgram({ DATA_DIR: folder.path });
    await program.ready();
    expect(await program.logins()).toHaveLength(2);
    expect(await readdir(folder.path)).toContain('pg');
  });
});

test('[START-17] a database that is not there exits 78 with one line', async () => {
  await using program = startProgram({ DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/cruddur` });
  expect(await program.ended()).toBe(78);
  expect([...program.lines(), ...program.faults()]).toEqual([
    expect.stringMatching(/^The database of DATABASE_URL cannot be used /),
  ]);
});

test('[START-4] a bad configuration exits 78 with one line that names every fault', async () => {
  await using program = startProgram({ PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await program.ended()).toBe(78);
  expect(program.lines()).toEqual([]);
  expect(program.faults()).toEqual([expect.stringMatching(/^Bad configuration: PORT: .*; LOG_LEVEL: /)]);
});

/** Linux: the command lines of living processes that name this folder. */
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
