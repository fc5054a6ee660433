import { sql } from 'kysely';
import type { Store } from '../tables.ts';
import type { Mailer } from '../mailer.ts';

/** A mail as the mailbox shows it. */
export type StoredMail = { to: string; subject: string; text: string; code: string; sent_at: string };

const SHOWN_MAX = 100;

/** The default mailer: stores mails to people of the pool for the mailbox page. */
export function createMailboxMailer(db: Store): Mailer {
  return {
    async send({ to, subject, text, code, sent_at }) {
      // The recipient's row is locked, so that a concurrent deletion leaves no mail. A decoy costs the same.
      await sql`
        with person as (select email from pool_users where email = ${to} for key share)
        insert into pool_mail (recipient, subject, body, code, sent_at)
        select ${to}::text, ${subject}, ${text}, ${code}, ${sent_at}::timestamptz
        where ${to}::text is null or exists (select from person)`.execute(db);
    },
    async sendNotice({ to, subject, text, sent_at }) {
      const mail = { recipient: to, subject, body: text, code: '', sent_at };
      await db.insertInto('pool_mail').values(mail).execute();
    },
  };
}

/** The newest mails, to one address or to all; newest first, at most 100. */
export async function listMail(db: Store, to?: string): Promise<StoredMail[]> {
  const rows = await db
    .selectFrom('pool_mail')
    .select(['recipient', 'subject', 'body', 'code', 'sent_at'])
    .where('recipient', 'is not', null)
    .$if(to !== undefined, (query) => query.where('recipient', '=', to ?? ''))
    .orderBy('id', 'desc')
    .limit(SHOWN_MAX)
    .execute();
  return rows.map(({ recipient, subject, body, code, sent_at }) => ({
    to: recipient ?? '',
    subject,
    text: body,
    code,
    sent_at: sent_at.toISOString(),
  }));
}
