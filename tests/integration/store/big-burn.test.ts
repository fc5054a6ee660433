import { FRAME_SENT_MAX_BYTES } from '@cruddur/shared';
import { CompiledQuery } from 'kysely';
import { expect, inject, it } from 'vitest';
import { purgeExpired } from '../../../server/src/repositories/purge.ts';
import { burnBigCrud } from '../../attack/big-burn/burn-big-crud.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';

const SIZE = { replies: 1500, likes: inject('store') === 'postgres' ? 20_000 : 3000, idleMs: 300 };

const runOn =
  ({ store: { db } }: TestApp) =>
  async (statement: string) =>
    (await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(statement))).rows;

it('[PURGE-1, PURGE-3] burning a crud with thousands of replies and likes is one event, and its texts are deleted at once', async () => {
  await using app = await startTestApp();
  const [author, ...readers] = [await app.signUp(), await app.signUp(), await app.signUp()];
  const purge = () => purgeExpired(app.store.db, new Date());
  const figures = await burnBigCrud({ run: runOn(app), origins: [app.url], author, readers, purge }, SIZE);
  expect(figures).toMatchObject({ status: 200, events: 1, meanwhile: { failed: 0 } });
  expect(figures.largestFrame).toBeLessThanOrEqual(FRAME_SENT_MAX_BYTES);
  expect(figures.textGoneMs).toBeLessThan(60_000);
  expect(await app.store.db.selectFrom('purge_queue').selectAll().execute()).toEqual([]);
});
