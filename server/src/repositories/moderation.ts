import { REPORTS_PER_DAY, type ReportReason } from '@cruddur/shared';
import { sql } from 'kysely';
import { Refusal } from '../domain/errors.ts';
import type {
  Case,
  ModerationReads,
  ModerationWrites,
  NamedReport,
  ReportAnnouncements,
} from '../domain/moderation/ports.ts';
import { NO_SIGN_IN } from '../domain/sessions/end-session.ts';
import { insertRevocations } from './revocation-writer.ts';
import type { Db, ReportsTable } from './tables.ts';

const DAY_MS = 86_400_000;
const CASES_PER_PAGE = 50;

type CaseRow = Pick<ReportsTable, 'kind' | 'subject'> & {
  id: string;
  handle: string;
  reasons: ReportReason[];
  reports: number;
  since: Date;
};

type ReportRow = ReportsTable & { reporter_handle: string; person_handle: string };

export function createModerationReads(db: Db): ModerationReads {
  return {
    async findMessage(uuid, member, now) {
      const { rows } = await sql<{ author: string; message: string }>`
        select m.author, m.message from messages m
        join group_members g on g.message_group = m.message_group and g.person = ${member}
        where m.uuid = ${uuid} and m.removed_at is null and m.pos > g.hidden_pos
          and (m.expires_at is null or m.expires_at > ${now})`.execute(db);
      return rows[0] ?? null;
    },

    async listCases(page) {
      const { rows } = await sql<CaseRow>`
        select (array_agg(r.uuid order by r.created_at, r.uuid))[1] as id, r.kind, r.subject, p.handle,
          array_agg(distinct r.reason) as reasons, count(*) as reports, min(r.created_at) as since
        from reports r join people p on p.sub = r.person
        group by r.kind, r.subject, p.handle order by since, id
        limit ${CASES_PER_PAGE} offset ${(page - 1) * CASES_PER_PAGE}`.execute(db);
      const { rows: counted } = await sql<{ cases: number }>`
        select count(distinct (r.kind, r.subject)) as cases from reports r`.execute(db);
      return { cases: rows.map(toCase), pages: Math.ceil((counted[0]?.cases ?? 0) / CASES_PER_PAGE) };
    },

    async findCase(report) {
      const { rows } = await sql<ReportRow>`
        select r.*, o.handle as reporter_handle, p.handle as person_handle
        from reports named
        join reports r on r.subject = named.subject and r.kind = named.kind
        join people o on o.sub = r.reporter join people p on p.sub = r.person
        where named.uuid = ${report} order by r.created_at, r.uuid`.execute(db);
      return rows.map(toReport);
    },

    async findDueSuspensions(now) {
      const found = await db
        .selectFrom('people')
        .select('sub')
        .where('suspended', '=', true)
        .where('suspended_until', '<=', now)
        .where('erased_at', 'is', null)
        .execute();
      return found.map(({ sub }) => sub);
    },

    async findSub(handle) {
      const found = await db
        .selectFrom('people')
        .select('sub')
        .where('handle', '=', handle)
        .where('erased_at', 'is', null)
        .executeTakeFirst();
      return found?.sub ?? null;
    },
  };
}

const toCase = ({ id, kind, subject, handle, reasons, reports, since }: CaseRow): Case => ({
  id,
  subject: { kind, uuid: subject },
  personHandle: handle,
  reasons,
  reports,
  since,
});

const toReport = (row: ReportRow): NamedReport => ({
  uuid: row.uuid,
  reporter: row.reporter,
  subject: { kind: row.kind, uuid: row.subject },
  person: row.person,
  reason: row.reason,
  noteSealed: row.note_sealed,
  textSealed: row.text_sealed,
  createdAt: row.created_at,
  reporterHandle: row.reporter_handle,
  personHandle: row.person_handle,
});

export function createModerationWrites(trx: Db): ModerationWrites {
  return {
    async fileReport(report) {
      const { uuid, reporter, subject, person, reason, noteSealed, textSealed, createdAt, announced } =
        report;
      // Locked, so that an erasure deletes this report too, and of two concurrent reports the second one counts the first.
      const locked = await sql`
        select sub from people where sub = ${reporter} and erased_at is null for no key update`.execute(trx);
      if (locked.rows.length === 0) throw new Refusal('generic_401');
      const existing = await trx
        .selectFrom('reports')
        .select('uuid')
        .where('reporter', '=', reporter)
        .where('kind', '=', subject.kind)
        .where('subject', '=', subject.uuid)
        .executeTakeFirst();
      if (existing) return { uuid: existing.uuid, isNew: false };
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from reports
        where reporter = ${reporter} and created_at > ${new Date(createdAt.getTime() - DAY_MS)}`.execute(trx);
      if ((rows[0]?.count ?? 0) >= REPORTS_PER_DAY) return 'too many';
      // Nothing is kept about a person who has been erased meanwhile.
      const inserted = await sql`
        insert into reports (uuid, reporter, kind, subject, person, reason, note_sealed, text_sealed, created_at, announced)
        select ${uuid}::uuid, ${reporter}::uuid, ${subject.kind}, ${subject.uuid}::uuid, p.sub, ${reason},
          ${noteSealed}, ${textSealed}, ${createdAt}::timestamptz, ${announced}::boolean
        from people p where p.sub = ${person} and p.erased_at is null for key share`.execute(trx);
      return { uuid, isNew: inserted.numAffectedRows === 1n };
    },

    async closeCase({ kind, uuid }) {
      const { numDeletedRows } = await trx
        .deleteFrom('reports')
        .where('kind', '=', kind)
        .where('subject', '=', uuid)
        .executeTakeFirst();
      return Number(numDeletedRows);
    },

    async suspend(sub, until) {
      const { rows } = await sql`
        select sub from people where sub = ${sub} and erased_at is null for update`.execute(trx);
      if (rows.length === 0) return false;
      await trx
        .updateTable('people')
        .set({ suspended: true, suspended_until: until })
        .where('sub', '=', sub)
        .execute();
      return true;
    },

    async lift(sub, dueAt) {
      const suspended = trx
        .updateTable('people')
        .set({ suspended: false, suspended_until: null })
        .where('sub', '=', sub)
        .where('suspended', '=', true)
        .where('erased_at', 'is', null);
      const due = dueAt ? suspended.where('suspended_until', '<=', dueAt) : suspended;
      return (await due.executeTakeFirst()).numUpdatedRows === 1n;
    },

    async endSignIns(sub, at) {
      const nextSecond = Math.floor(at.getTime() / 1000) + 1;
      await insertRevocations(trx, [{ sub, originJti: NO_SIGN_IN, allBefore: nextSecond }], at);
    },

    async recordAction(action) {
      await trx.insertInto('operator_actions').values(action).execute();
    },
  };
}

export function createReportAnnouncements(db: Db): ReportAnnouncements {
  return {
    readNew: () =>
      db
        .selectFrom('reports')
        .select(['uuid', 'kind', 'reason'])
        .where(sql<boolean>`not announced`)
        .orderBy('created_at')
        .execute(),
    async markAnnounced(reports) {
      await sql`update reports set announced = true where uuid = any(${[...reports]}::uuid[])`.execute(db);
    },
  };
}

/** Erases the texts of reports from before a time. A report has a note only beside its text. */
export async function eraseReportTexts(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('reports')
    .set({ text_sealed: null, note_sealed: null })
    .where('created_at', '<=', before)
    .where('text_sealed', 'is not', null)
    .execute();
}
