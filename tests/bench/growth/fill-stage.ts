import type pg from 'pg';
import { fillDatabase } from '../../attack/fill-database.ts';
import { crudUuid } from '../../attack/fill-store.ts';
import type { Stage } from './stages.ts';

/** The crud of a stage with its number of likes. */
export const likedCrud = ({ cruds }: Stage) => crudUuid(cruds - 5);

/** Grows a store to a stage. Gateways must not run meanwhile: the stream's head moves without log lines. */
export async function fillStage(databaseUrl: string, stage: Stage, pool: pg.Pool): Promise<void> {
  await fillDatabase(databaseUrl, stage);
  const crud = likedCrud(stage);
  await pool.query(
    `insert into likes (activity, person, created_at)
      select $1, sub, now() from people order by sub limit $2 on conflict do nothing`,
    [crud, stage.likes],
  );
  await pool.query(
    `update activities set version = version + 1,
      likes_count = (select count(*) from likes where activity = $1) where uuid = $1`,
    [crud],
  );
  await pool.query('vacuum (analyze) likes');
}
