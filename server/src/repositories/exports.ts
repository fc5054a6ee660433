import { EXPORTS_PER_DAY, type ExportedCrud, type ExportedMark } from '@cruddur/shared';
import { sql, type RawBuilder } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type {
  AboveReplies,
  ExportPage,
  ExportReads,
  ExportView,
  ExportWrites,
} from '../domain/exports/ports.ts';
import type { ListPosition } from '../domain/paging.ts';
import { isUnexpiredAt, REPLIES_COUNT } from './activity-rows.ts';
import { toLifetime } from './conversation-lifetimes.ts';
import { isVisibleTo } from './hidden-people.ts';
import { isListedFor, isMessageUnexpiredAt } from './messages.ts';
import { keysetBefore } from './snapshot.ts';
import type { Db } from './tables.ts';

const DAY_MS = 86_400_000;
/** A page of texts is about 100 KB. */
const TEXTS_PER_PAGE = 100;
const ROWS_PER_PAGE = 500;
/** With more of them, a page reads again what the pages before it have read. */
const GONE_MAX = 1000;

interface CrudRow extends Omit<ExportedCrud, 'created_at' | 'expires_at'> {
  pos: number;
  created_at: Date;
  expires_at: Date | null;
  reply_to: string;
}

interface AboveRow {
  uuid: string;
  parent: string | null;
  gone: boolean;
}

interface MessageRow {
  uuid: string;
  pos: number;
  sent: boolean;
  message: string;
  created_at: Date;
  expires_at: Date | null;
}

interface ConversationRow {
  uuid: string;
  handle: string;
  display_name: string;
  cognito_user_uuid: string;
  lifetime_ms: number | null;
  created_at: Date;
  head: number;
}

type MarkRow = Omit<ExportedMark, 'created_at'> & { created_at: Date };

export function createExportReads(db: Db): ExportReads {
  const readRows = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows;

  /** Adds what is above some cruds, each crud of a thread once, and marks what is gone by now. Nothing while no crud is gone. */
  async function readAbove(uuids: readonly string[], above: AboveReplies): Promise<void> {
    const gone = await readRows(readGone());
    if (gone.length === 0) return;
    if (gone.length === GONE_MAX) above.clear();
    for (const { uuid } of gone) {
      const crud = above.get(uuid);
      if (crud) crud.gone = true;
    }
    let missing = new Set(uuids.filter((uuid) => !above.has(uuid)));
    while (missing.size > 0) {
      const found = await readRows(readLevelsAbove([...missing]));
      for (const { uuid, ...crud } of found) above.set(uuid, crud);
      const parents = found.flatMap(({ parent }) => parent ?? []);
      missing = new Set(parents.filter((uuid) => !above.has(uuid)));
    }
  }

  return {
    async findAccount(sub) {
      const person = db.selectFrom('people').select(['created_at', 'hidden_profile']).where('sub', '=', sub);
      const found = await person.executeTakeFirst();
      return found ? { createdAt: found.created_at, hidden: found.hidden_profile ?? {} } : null;
    },

    async readCruds(view) {
      const rows = await readRows(ownCruds(view, sql`a.reply_to is null`));
      return { items: rows.map(toCrud), next: nextPosition(rows) };
    },

    async readReplies(view, above) {
      const rows = await readRows(ownCruds(view, sql`a.reply_to is not null`));
      await readAbove(
        rows.map((row) => row.reply_to),
        above,
      );
      const isGone = findGone(above);
      const items = rows
        .filter((row) => !isGone(row.reply_to))
        .map((row) => ({ ...toCrud(row), reply_to_activity_uuid: row.reply_to }));
      return { items, next: nextPosition(rows) };
    },

    async readMarks(marks, { sub, now, after }) {
      const rows = await readRows(sql<MarkRow>`
        select m.activity as activity_uuid, p.handle as author_handle, m.created_at
        from ${sql.table(marks)} m
        join activities a on a.uuid = m.activity
        join people p on p.sub = a.author and not p.suspended
        where m.person = ${sub} and ${isAfter(sql`m.activity`, after)} and ${isUnexpiredAt(now)}
          and ${isVisibleTo(sub, sql`a.author`)}
        order by m.activity limit ${sql.lit(ROWS_PER_PAGE)}`);
      const items = rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() }));
      return cutAt(ROWS_PER_PAGE, items, ({ activity_uuid }) => activity_uuid);
    },

    async readConversations({ sub, after }) {
      const rows = await readRows(sql<ConversationRow>`
        select mg.uuid, o.handle, o.display_name, o.sub as cognito_user_uuid, mg.lifetime_ms, mg.created_at, mg.head
        from group_members g
        join message_groups mg on mg.uuid = g.message_group
        join people o on o.sub = case when mg.person_a = g.person then mg.person_b else mg.person_a end
        where g.person = ${sub} and mg.head > 0 and ${isListedFor(sub)} and ${isAfter(sql`g.message_group`, after)}
        order by g.message_group limit ${sql.lit(ROWS_PER_PAGE)}`);
      const items = rows.map(({ lifetime_ms, created_at, head, ...person }) => ({
        conversation: { ...person, lifetime: toLifetime(lifetime_ms), created_at: created_at.toISOString() },
        head,
      }));
      return cutAt(ROWS_PER_PAGE, items, ({ conversation }) => conversation.uuid);
    },

    async readMessages({ sub, now, after, group, upTo }) {
      const rows = await readRows(sql<MessageRow>`
        select m.uuid, m.pos, m.author = g.person as sent, m.message, m.created_at, m.expires_at
        from messages m
        join group_members g on g.message_group = m.message_group and g.person = ${sub}
        where m.message_group = ${group} and m.pos > greatest(${after ?? 0}, g.hidden_pos) and m.pos <= ${upTo}
          and m.removed_at is null and ${isMessageUnexpiredAt(now)}
        order by m.pos limit ${sql.lit(TEXTS_PER_PAGE)}`);
      const items = rows.map(({ uuid, sent, message, created_at, expires_at }) => ({
        uuid,
        sent,
        message,
        created_at: created_at.toISOString(),
        ...(expires_at && { expires_at: expires_at.toISOString() }),
      }));
      const next = rows.length < TEXTS_PER_PAGE ? null : (rows.at(-1)?.pos ?? null);
      return { items, next };
    },
  };
}

const ownCruds = (
  { sub, now, after }: ExportView<ListPosition>,
  condition: RawBuilder<unknown>,
) => sql<CrudRow>`
  select a.uuid, a.pos, a.message, a.created_at, a.expires_at, ${REPLIES_COUNT} as replies_count,
    a.reposts_count, a.likes_count, a.reply_to
  from activities a
  where a.author = ${sub} and ${condition} and ${isUnexpiredAt(now)} and ${keysetBefore(after, sql`a.pos`, sql`a.uuid`)}
  order by a.pos desc, a.uuid desc limit ${sql.lit(TEXTS_PER_PAGE)}`;

/** Burned cruds that still have replies. The purge deletes those some seconds after the burn. */
const readGone = () => sql<{ uuid: string }>`
  select q.activity as uuid from purge_queue q
  where not q.replies_gone and (select true from activities b where b.reply_to = q.activity limit 1)
  limit ${sql.lit(GONE_MAX)}`;

/** Some cruds and what is above them, level by level, each once: replies of one thread share most of it. */
const readLevelsAbove = (uuids: readonly string[]) => sql<AboveRow>`
  with recursive above as (
    select r.uuid, a.reply_to as parent, a.uuid is null as gone
    from unnest(${[...uuids]}::uuid[]) as r(uuid) left join activities a on a.uuid = r.uuid
    union
    select above.parent, a.reply_to, a.uuid is null
    from above left join activities a on a.uuid = above.parent where above.parent is not null
  )
  select * from above limit ${sql.lit(ROWS_PER_PAGE)}`;

/** @returns whether a crud or one above it is gone. A reply expires with its parent. */
function findGone(above: AboveReplies): (uuid: string) => boolean {
  const known = new Map<string, boolean>();
  return (uuid) => {
    const path: string[] = [];
    let at: string | null = uuid;
    let isGone: boolean | undefined;
    while (at !== null && isGone === undefined) {
      path.push(at);
      const crud = above.get(at);
      isGone = known.get(at) ?? (crud?.gone === true ? true : undefined);
      at = crud?.parent ?? null;
    }
    for (const one of path) known.set(one, isGone ?? false);
    return isGone ?? false;
  };
}

const isAfter = (column: RawBuilder<unknown>, after: string | null) =>
  after === null ? sql`true` : sql`${column} > ${after}::uuid`;

const toCrud = (row: CrudRow): ExportedCrud => ({
  uuid: row.uuid,
  message: row.message,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at?.toISOString() ?? null,
  replies_count: row.replies_count,
  reposts_count: row.reposts_count,
  likes_count: row.likes_count,
});

function nextPosition(rows: readonly CrudRow[]): ListPosition | null {
  const last = rows.at(-1);
  return rows.length < TEXTS_PER_PAGE || !last ? null : { pos: last.pos, uuid: last.uuid };
}

function cutAt<Item>(size: number, items: Item[], keyOf: (item: Item) => string): ExportPage<Item, string> {
  const last = items.at(-1);
  return { items, next: items.length < size || last === undefined ? null : keyOf(last) };
}

export function createExportWrites(trx: Db): ExportWrites {
  return {
    async claimExport(sub, now) {
      // Locked, so that an erasure deletes this row too, and of two concurrent exports the second one counts the first.
      const locked = await sql`
        select sub from people where sub = ${sub} and erased_at is null for no key update`.execute(trx);
      if (locked.rows.length === 0) throw new Refusal('generic_401');
      const counted = await trx
        .selectFrom('exports')
        .select('at')
        .where('person', '=', sub)
        .where('at', '>', new Date(now.getTime() - DAY_MS))
        .orderBy('at', 'desc')
        .limit(EXPORTS_PER_DAY)
        .execute();
      const oldest = counted[EXPORTS_PER_DAY - 1];
      if (oldest) return new Date(oldest.at.getTime() + DAY_MS);
      await trx.insertInto('exports').values({ person: sub, at: now }).execute();
      return null;
    },
  };
}
