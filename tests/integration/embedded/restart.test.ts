import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient, type TestClient } from '../../support/clients.ts';
import { readWholeHomeFeed } from '../../support/read-whole-home-feed.ts';
import { signIn } from '../../support/people.ts';
import { startProgram, type RunningProgram } from '../../support/program.ts';
import { createSeededFolder } from '../../support/seeded-folder.ts';
import { until } from '../../support/until.ts';

describe('a start on existing data', { timeout: 120_000 }, () => {
  let folder: Awaited<ReturnType<typeof createSeededFolder>>;
  beforeAll(async () => {
    folder = await createSeededFolder();
  });
  afterAll(() => folder[Symbol.asyncDispose]());

  test('[START-9, START-10] all data is kept without new samples, and a kill in the middle of writing loses nothing that was answered', async () => {
    const posted = await runOnce(folder.path, async (program, client) => {
      const { uuid } = await client.callOk('createActivity', { body: { message: 'Still here?' } });
      program.sendSignal('SIGTERM');
      await program.waitForExit();
      return uuid;
    });
    const answered: string[] = [];
    await runOnce(folder.path, async (program, client) => {
      const feed = await client.callOk('homeFeed');
      expect(feed[0]).toMatchObject({ uuid: posted, message: 'Still here?' });
      expect(feed.filter(({ handle }) => handle === 'londo')).not.toHaveLength(0);
      const writers = Array.from({ length: 4 }, () => writeUntilStopped(client, answered));
      await until(() => answered.length >= 40, { what: 'forty cruds are answered' });
      program.sendSignal('SIGKILL');
      await Promise.all(writers);
    });
    await runOnce(folder.path, async (_, client) => {
      const stored = await readWholeHomeFeed(client);
      expect(answered.filter((uuid) => !stored.has(uuid))).toEqual([]);
    });
  });
});

/** One run of the program, used as the first sample person. */
async function runOnce<T>(
  dataDir: string,
  use: (program: RunningProgram, client: TestClient) => Promise<T>,
): Promise<T> {
  await using program = startProgram({ DATA_DIR: dataDir, RATE_LIMITS: 'off' });
  const url = await program.waitUntilReady();
  const [login = { email: '', password: '' }] = await program.waitForSampleLogins();
  const { accessToken } = await signIn(url, login);
  return await use(program, createClient(url, accessToken));
}

async function writeUntilStopped(client: TestClient, answered: string[]): Promise<void> {
  for (let round = 0; ; round += 1) {
    const crud = await client
      .callOk('createActivity', { body: { message: `Round ${round}` } })
      .catch(() => undefined);
    if (crud === undefined) return;
    answered.push(crud.uuid);
  }
}
