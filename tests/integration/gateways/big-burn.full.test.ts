import { FRAME_SENT_MAX_BYTES } from '@cruddur/shared';
import pg from 'pg';
import { expect, it } from 'vitest';
import { burnBigCrud } from '../../attack/big-burn/burn-big-crud.ts';
import { startTestApp } from '../../support/test-app.ts';

const SIZE = { replies: 10_000, likes: 1_000_000, idleMs: 5000 };
const READERS = 8;

it('[PURGE-3] a burn with ten thousand replies and a million likes at one gateway leaves the feed readable at two', async () => {
  await using one = await startTestApp();
  await using other = await startTestApp({ sharedStoreApp: one });
  const author = await one.signUp();
  const readers = await Promise.all(
    Array.from({ length: READERS }, (_, n) => (n % 2 === 0 ? one : other).signUp()),
  );
  const sql = new pg.Client({ connectionString: one.databaseUrl });
  await sql.connect();
  const run = async (statement: string) => (await sql.query<Record<string, unknown>>(statement)).rows;
  const figures = await burnBigCrud({ run, origins: [one.url, other.url], author, readers }, SIZE);
  await sql.end();
  process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`);
  expect(figures).toMatchObject({ status: 200, events: 1, meanwhile: { failed: 0 } });
  expect(figures.largestFrame).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
  expect(figures.textGoneMs).toBeLessThan(60_000);
}, 600_000);
