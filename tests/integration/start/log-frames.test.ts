import pg from 'pg';
import { expect, inject, test } from 'vitest';
import { startProgram } from '../../support/program.ts';
import { createDatabase } from '../../support/services/postgres.ts';
import '../../support/services/provided.ts';

interface FailureLine {
  err?: { frames?: string[] };
}

test.runIf(inject('store') === 'postgres')(
  '[OBSERVE-8] frames in the log of the built program name source files and their lines',
  async () => {
    await using database = await createDatabase(inject('postgres') ?? '');
    await using program = startProgram({ DATABASE_URL: database.url, LOG_LEVEL: 'warn' });
    await program.waitUntilReady();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query('alter table streams rename to streams_away');
    await client.end();
    const frames = () =>
      program.stderrLines().flatMap((line) => (JSON.parse(line) as FailureLine).err?.frames ?? []);
    const source = /\/server\/src\/[\w/-]+\.ts:\d+:\d+\)?$/;
    await program.waitUntil(() => frames().some((frame) => source.test(frame)), 'a frame names a source');
    expect(frames().filter((frame) => /\/server\/dist\/(?!packages)/.test(frame))).toEqual([]);
  },
);
