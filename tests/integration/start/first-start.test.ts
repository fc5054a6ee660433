import { readdir } from 'node:fs/promises';
import { platform } from 'node:process';
import { describe, expect, inject, test } from 'vitest';
import { createClient } from '../../support/clients.ts';
import { newFolder } from '../../support/folder.ts';
import { signIn } from '../../support/people.ts';
import { startProgram } from '../../support/program.ts';

/** The embedded store is what these are about; on PostgreSQL they would only repeat themselves. */
describe.skipIf(inject('store') === 'postgres')('a first start', () => {
  test('[START-6] it says where it is and two sample logins, which work', async () => {
    await using folder = await newFolder();
    await using program = startProgram({ DATA_DIR: folder.path, LOG_LEVEL: 'none' });
    const url = await program.ready();
    expect(program.lines()[0]).toBe(`Cruddur is ready at ${url}`);
    const logins = program.lines().filter((line) => line.startsWith('login: '));
    expect(logins).toHaveLength(2);

    for (const [email = '', password = ''] of logins.map((line) => line.split(' ').slice(1))) {
      const { accessToken } = await signIn(url, { email, password });
      const client = createClient(url, accessToken);
      expect(await client.ask('homeFeed')).toHaveLength(45);
      expect(await client.ask('messageGroups')).not.toHaveLength(0);
    }
  });

  test.runIf(platform === 'linux')('[START-7] it does not keep what making the store took', async () => {
    await using folder = await newFolder();
    await using program = startProgram({ DATA_DIR: folder.path });
    await program.ready();
    expect(program.memory()).toBeLessThan(520);
  });

  test('[START-8] a second start on the same directory exits 78 with one line', async () => {
    await using folder = await newFolder();
    await using first = startProgram({ DATA_DIR: folder.path });
    await first.ready();
    await using second = startProgram({ DATA_DIR: folder.path });
    expect(await second.ended()).toBe(78);
    expect([...second.lines(), ...second.faults()]).toEqual([
      expect.stringMatching(
        /^Another Cruddur \(process \d+\) uses .*: stop it, or set DATA_DIR to another folder\.$/,
      ),
    ]);
  });

  test('[START-8] SIGTERM ends it with 0 and gives the directory free', async () => {
    await using folder = await newFolder();
    await using program = startProgram({ DATA_DIR: folder.path });
    await program.ready();
    program.signal('SIGTERM');
    expect(await program.ended()).toBe(0);
    expect(await readdir(folder.path)).not.toContain('cruddur.lock');
  });
});

test('[START-4] a bad configuration exits 78 with one line that names every fault', async () => {
  await using program = startProgram({ PORT: 'many', LOG_LEVEL: 'loud' });
  expect(await program.ended()).toBe(78);
  expect(program.lines()).toEqual([]);
  expect(program.faults()).toEqual([expect.stringMatching(/^Bad configuration: PORT: .*; LOG_LEVEL: /)]);
});
