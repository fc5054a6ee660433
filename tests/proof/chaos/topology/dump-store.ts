import pg from 'pg';
import { runAsAdmin } from '../../../support/services/postgres.ts';
import type { StoreDump } from '../../../../client/devtools/simulation/checker/records.ts';
import type { ChaosPostgres } from './postgres.ts';

// bigint columns: positions in a stream, far below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number);

const DEADLOCK = /deadlock detected/g;

/** The current content of the store, read without a proxy. */
export async function dumpStore(postgres: ChaosPostgres): Promise<StoreDump> {
  const all = <T extends object>(query: string) => runAsAdmin<T>(postgres.url, query);
  const cruds = await all<{ uuid: string; likes: number }>(
    'select uuid, likes_count as likes from activities order by pos desc',
  );
  const deleted = await all<{ uuid: string }>('select uuid from burned');
  return {
    lines: await all('select stream, seq, tag, kind, ref from log order by stream, seq'),
    heads: await all('select id as stream, head as seq, head_tag as tag from streams'),
    operations: await all('select actor as sub, operation_id as id from operations'),
    cruds: cruds.map(({ uuid }) => uuid),
    likes: cruds.map(({ uuid, likes }) => ({ row: uuid, likes })),
    deleted: deleted.map(({ uuid }) => uuid),
    messages: await all(
      `select m.uuid as row, m.message_group as group, m.pos, array[g.person_a, g.person_b]::text[] as members, m.message as text,
         round(extract(epoch from m.expires_at - m.created_at) * 1000)::bigint as "lastsMs"
       from messages m join message_groups g on g.uuid = m.message_group`,
    ),
    relations: await all(
      `select 'block' as kind, blocker as owner, blocked as other from blocks
       union all select 'mute', owner, person from mutes where kind = 'person'`,
    ),
    deadlocks: postgres.output().match(DEADLOCK)?.length ?? 0,
  };
}

/** The newest crud of the home feed that is not about to expire. */
export async function readNewestCrud({ url }: ChaosPostgres): Promise<string | undefined> {
  const query = `select uuid from activities where reply_to is null and expires_at > now() + interval '1 minute'
    order by pos desc limit 1`;
  const [row] = await runAsAdmin<{ uuid: string }>(url, query);
  return row?.uuid;
}

/** The heads of the streams, by their names in the store. */
export async function readHeads({ url }: ChaosPostgres): Promise<Map<string, number>> {
  const rows = await runAsAdmin<{ id: string; head: number }>(url, 'select id, head from streams');
  return new Map(rows.map(({ id, head }) => [id, head]));
}
