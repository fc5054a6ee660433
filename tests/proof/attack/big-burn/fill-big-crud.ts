import { randomUUID } from 'node:crypto';

/** Runs one statement and returns its rows. */
export type RunSql = (statement: string) => Promise<readonly Record<string, unknown>[]>;

export interface BigCrud {
  author: string;
  replies: number;
  likes: number;
  /** A word that each text contains. */
  marker: string;
}

/** The number of rows in one statement, well within its time limit. */
const ROWS = 10_000;
/** One of this many replies answers another reply. */
const NESTED_EVERY = 10;

/** Writes a popular crud directly into the store: its log, replies, hashtags, likes and their users. @returns its uuid */
export async function fillBigCrud(run: RunSql, { author, replies, likes, marker }: BigCrud): Promise<string> {
  const uuid = randomUUID();
  const row = `'${author}', now(), now() + interval '1 day'`;
  await run(`insert into activities (uuid, author, created_at, expires_at, message, terms)
    values ('${uuid}', ${row}, '${marker} the crud', to_tsvector('simple', '${marker} the crud'))`);
  await appendEvents(run, 'activity.created', `select '${uuid}'::uuid as uuid`);
  for (const [from, to] of splitRange(replies, 1000)) {
    await run(`with made as (
        insert into activities (uuid, author, created_at, expires_at, message, terms, reply_to)
        select gen_random_uuid(), ${row}, '${marker} reply ' || n, to_tsvector('simple', '${marker} reply ' || n),
          case when n % ${NESTED_EVERY} = 0 then (
            select uuid from activities where reply_to = '${uuid}' order by uuid offset n % 7 limit 1
          ) else null end
        from generate_series(${from}, ${to}) n returning uuid, reply_to
      ) insert into hashtags (activity, hashtag, label, pos)
        select uuid, lower('${marker}'), '${marker}', 0 from made`);
    const loose = `message like '${marker} reply %' and reply_to is null`;
    await run(`update activities set reply_to = '${uuid}' where ${loose}`);
    await appendEvents(
      run,
      'reply.created',
      `select uuid from activities where message like '${marker} reply %' and pos is null`,
    );
  }
  // The foreign keys check for each row that its user exists, which takes longer than all the rest.
  const guards = [
    'likes disable trigger likes_refuse_erased',
    'notifications disable trigger notifications_skip_erased',
  ];
  for (const guard of guards) await run(`alter table ${guard}`);
  for (const [from, to] of splitRange(likes, ROWS)) {
    await run(`with people as (
        insert into people (sub, handle, display_name, email, created_at)
        select gen_random_uuid(), 'fan_' || n, 'A fan', 'fan' || n || '@example.com', now()
        from generate_series(${from}, ${to}) n on conflict (handle) do nothing returning sub
      ) select count(*) from people`);
    await run(`insert into likes (activity, person, created_at)
      select '${uuid}', sub, now() from people
      where handle in (select 'fan_' || n from generate_series(${from}, ${to}) n)`);
    await run(`insert into notifications (uuid, recipient, activity, reason, actor, created_at)
      select gen_random_uuid(), '${author}', '${uuid}', 'like', sub, now() from people
      where handle in (select 'fan_' || n from generate_series(${from}, ${to}) n where n % 10 = 0)`);
    // Each like is an event on the liker's own stream.
    await run(`with fans as (
        select 'user:' || sub as stream from people
        where handle in (select 'fan_' || n from generate_series(${from}, ${to}) n)
      ), moved as (
        insert into streams (id, head, head_tag) select stream, 1, 'liked' from fans
        on conflict (id) do update set head = streams.head + 1, head_tag = 'liked' returning id, head
      ) insert into log (stream, seq, tag, kind, ref, at)
        select id, head, 'liked', 'activity.mine', '${uuid}', now() from moved`);
  }
  for (const guard of guards) await run(`alter table ${guard.replace('disable', 'enable')}`);
  await run(`update activities set likes_count = ${likes} where uuid = '${uuid}'`);
  return uuid;
}

/** By the store's own function, as for a posted crud. */
async function appendEvents(run: RunSql, kind: string, uuids: string): Promise<void> {
  await run(`select count(*) from append((
    select jsonb_agg(jsonb_build_object('stream', 'public', 'kind', '${kind}', 'ref', made.uuid)) from (${uuids}) made
  ), now())`);
}

function splitRange(count: number, length: number): [from: number, to: number][] {
  return Array.from({ length: Math.ceil(count / length) }, (_, n) => [
    n * length + 1,
    Math.min(count, (n + 1) * length),
  ]);
}
