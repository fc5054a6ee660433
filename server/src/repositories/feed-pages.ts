import { HIDDEN_PEOPLE_MAX, PAGE_SIZE } from '@cruddur/shared';
import { sql, type RawBuilder } from 'kysely';
import {
  type FeedPageReads,
  type OlderCruds,
  type RecentMarks,
  NEWEST_CRUDS,
} from '../domain/activities/ports.ts';
import { PUBLIC_STREAM, userStream } from '../domain/streams.ts';
import {
  activityColumns,
  IS_SHOWN,
  isMarked,
  isUnexpiredAt,
  REPLIES_COUNT,
  toPublicActivity,
  type ActivityRow,
} from './activity-rows.ts';
import { hiddenPeople, isVisibleTo } from './hidden-people.ts';
import { type Heads, readSnapshot, toCursors } from './snapshot.ts';
import type { Db } from './tables.ts';

/** A crud that a feed can have. Those of a suspended person would take rows from the others. */
const IS_LISTED = sql`a.reply_to is null and a.pos is not null and ${IS_SHOWN}`;

/** Cruds that may have been written between the reads of the list and of the marks. */
const SPARE = 20;

interface HeadRow {
  id: string;
  head: number;
  head_tag: string;
  /** On the public stream only; null without cruds. */
  counts: string | null;
}

interface OlderRow extends Heads {
  /** Null without cruds. */
  cruds: string | null;
}

interface MarksRow {
  sub: string;
  head: number;
  head_tag: string;
  from_pos: number | null;
  liked: string | null;
  reposted: string | null;
  hidden: string | null;
}

/** The positions of the marked cruds, one lookup per crud as in `activityColumns`. */
const markedPositions = (marks: 'likes' | 'reposts') => sql<string | null>`
  (select string_agg(r.pos::text, ' ') from recent r
  where (select true from ${sql.table(marks)} m where m.activity = r.uuid and m.person = requests.sub limit 1))`;

export function createFeedPageReads(db: Db): FeedPageReads {
  return {
    /**
     * One text for all counts, because most of the cost of a row is in reading its columns one by one.
     */
    async readNewest(subs) {
      const { rows } = await sql<HeadRow>`
        select s.id, s.head, s.head_tag, case when s.id = 'public' then (
          select string_agg(concat_ws(',', n.pos, n.replies_count, n.reposts_count, n.likes_count), ' ' order by n.pos desc)
          from (
            select a.pos, ${REPLIES_COUNT} as replies_count, a.reposts_count, a.likes_count from activities a
            where ${IS_LISTED} order by a.pos desc limit ${sql.lit(NEWEST_CRUDS)}
          ) n
        ) end as counts
        from streams s where s.id = any(${estimatedAlike([PUBLIC_STREAM, ...subs.map(userStream)], sql`text[]`)})`.execute(
        db,
      );
      const heads = new Map(rows.map(({ id, head, head_tag }) => [id, { seq: head, tag: head_tag }]));
      const publicHead = heads.get(PUBLIC_STREAM);
      if (!publicHead) throw new Error('The public stream has no row.');
      const counts = rows.find(({ id }) => id === PUBLIC_STREAM)?.counts ?? '';
      return {
        publicHead,
        counts,
        heads: new Map(
          subs.flatMap((sub) => {
            const head = heads.get(userStream(sub));
            return head ? [[sub, head]] : [];
          }),
        ),
      };
    },

    async readRecentMarks(subs) {
      const { rows } = await sql<MarksRow>`
        with recent as materialized (
          select a.uuid, a.pos from activities a where ${IS_LISTED}
          order by a.pos desc limit ${sql.lit(NEWEST_CRUDS + SPARE)}
        )
        select requests.sub, s.head, s.head_tag, (select min(pos) from recent) as from_pos,
          ${markedPositions('likes')} as liked, ${markedPositions('reposts')} as reposted,
          (select string_agg(h.person::text, ' ') from (
            select hp.person from ${hiddenPeople(sql`requests.sub`)} hp
            order by hp.is_own desc, hp.created_at desc limit ${sql.lit(HIDDEN_PEOPLE_MAX)}) h) as hidden
        from unnest(${subs}::uuid[]) as requests (sub) join streams s on s.id = 'user:' || requests.sub::text`.execute(
        db,
      );
      return new Map(
        rows.map(({ sub, head, head_tag, from_pos, liked, reposted, hidden }): [string, RecentMarks] => [
          sub,
          {
            head: { seq: head, tag: head_tag },
            fromPos: from_pos ?? 0,
            liked: parsePositions(liked),
            reposted: parsePositions(reposted),
            hidden: new Set((hidden ?? '').split(' ').filter(Boolean)),
          },
        ]),
      );
    },

    async readOlder(requests, now) {
      const { rows } = await sql<OlderRow>`
        select p.head as public_seq, p.head_tag as public_tag, m.head as me_seq, m.head_tag as me_tag, (
          select string_agg(
            concat_ws(',', a.pos, a.replies_count, a.reposts_count, a.likes_count, a.liked::int, a.reposted::int), ' ' order by a.pos desc)
          from (
            select a.pos, ${REPLIES_COUNT} as replies_count, a.reposts_count, a.likes_count,
              ${isMarked('likes', sql`requests.viewer`)} as liked, ${isMarked('reposts', sql`requests.viewer`)} as reposted
            from activities a
            where ${IS_LISTED} and ${isUnexpiredAt(now)}
              and ${isVisibleTo(sql`requests.viewer`, sql`a.author`)} and (a.pos, a.uuid) < (requests.pos, requests.uuid)
            order by a.pos desc limit ${sql.lit(PAGE_SIZE + 1)}
          ) a
        ) as cruds
        from unnest(${estimatedAlike(
          requests.map(({ viewer }) => viewer),
          sql`uuid[]`,
        )},
          ${estimatedAlike(
            requests.map(({ before }) => before.pos),
            sql`bigint[]`,
          )},
          ${estimatedAlike(
            requests.map(({ before }) => before.uuid),
            sql`uuid[]`,
          )}) with ordinality as requests (viewer, pos, uuid, n)
        join streams p on p.id = 'public' left join streams m on m.id = 'user:' || requests.viewer::text
        order by requests.n`.execute(db);
      return rows.map((row) => {
        const { public: publicHead, me } = toCursors(row);
        return { publicHead, head: me ?? null, rows: row.cruds?.split(' ').map(parseOlder) ?? [] };
      });
    },

    async readAtPositions(positions) {
      const { rows, cursors } = await readSnapshot(
        db,
        null,
        sql<ActivityRow & { suspended: boolean }>`
          select ${activityColumns(null)}, a.pos, p.suspended from activities a join people p on p.sub = a.author
          where a.pos = any(${positions}::bigint[])`,
      );
      return {
        publicHead: cursors.public,
        cruds: rows.map((row) => ({
          pos: row.pos,
          crud: toPublicActivity(row),
          isHidden: row.suspended,
        })),
      };
    },
  };
}

/** The planner estimates a subquery's array the same for any number of elements, and so keeps one plan. */
const estimatedAlike = (values: readonly unknown[], type: RawBuilder<unknown>) =>
  sql`array(select unnest(${values}::${type}))`;

function parseOlder(text: string): OlderCruds['rows'][number] {
  const [pos, replies = '0', reposts = '0', likes = '0', liked, reposted] = text.split(',');
  return {
    pos: Number(pos),
    counts: { replies, reposts, likes },
    marks: { liked: liked === '1', reposted: reposted === '1' },
  };
}

const parsePositions = (text: string | null) => new Set((text ?? '').split(' ').filter(Boolean).map(Number));
