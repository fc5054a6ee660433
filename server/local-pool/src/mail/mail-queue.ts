import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { after, type Clock } from '../lifetimes.ts';
import type { Vault } from '../secrets/vault.ts';
import type { Store } from '../tables.ts';
import type { Mailer } from '../mailer.ts';

const content = z.object({ to: z.string(), subject: z.string(), text: z.string() });

export type MailContent = z.infer<typeof content>;

/** A mail to send now. */
export type DueMail = {
  id: string;
  /** @throws when the stored mail cannot be read */
  open: () => MailContent;
  /** Including this attempt. */
  attempts: number;
};

/** Mails to send to the mail server. They are rows of the store, so a restart of a gateway loses none. */
export type MailQueue = Mailer & {
  /** Claims some due mails for two minutes; unless they are removed, another gateway then sends them. */
  claimDue(): Promise<DueMail[]>;
  remove(id: string): Promise<void>;
  retryIn(id: string, ms: number): Promise<void>;
};

type QueueParts = { db: Store; vault: Vault; clock: Clock };

/** The purpose of a mail without a code, which needs no person. */
const NOTICE = 'notice';
const CLAIM_SIZE = 4;
/** Longer than one attempt lasts. */
const CLAIM_MS = 120_000;

export function createMailQueue({ db, vault, clock }: QueueParts): MailQueue {
  const seal = (id: string, mail: unknown) => vault.seal(JSON.stringify(mail), `mail:${id}`);
  const open = (id: string, sealed: string) => content.parse(JSON.parse(vault.open(sealed, `mail:${id}`)));

  async function claimRows() {
    const now = clock.now();
    const due = db
      .selectFrom('pool_mail_queue')
      .select('id')
      .where('next_at', '<=', now)
      // Codes first: someone waits for them.
      .orderBy((eb) => eb('purpose', '=', NOTICE))
      .orderBy('next_at')
      .limit(CLAIM_SIZE)
      .forUpdate()
      .skipLocked();
    return db
      .updateTable('pool_mail_queue')
      .set((eb) => ({ attempts: eb('attempts', '+', 1), next_at: after(now, CLAIM_MS) }))
      .where('id', 'in', due)
      .returning(['id', 'sub', 'purpose', 'mail_sealed', 'attempts', 'expires_at'])
      .execute();
  }

  const remove = async (id: string) => {
    await db.deleteFrom('pool_mail_queue').where('id', '=', id).execute();
  };

  return {
    remove,
    async send({ to, sub, purpose, subject, text, sent_at, expires_at }) {
      const id = randomUUID();
      // An earlier code of the same purpose is invalid by now. The person's row is locked, so that a concurrent deletion of
      // the person leaves no mail; a decoy matches no person and costs the same.
      await sql`
        with person as (select sub from pool_users where sub = ${sub}::uuid for key share),
          void as (delete from pool_mail_queue where sub = ${sub}::uuid and purpose = ${purpose})
        insert into pool_mail_queue (id, sub, purpose, mail_sealed, attempts, next_at, expires_at)
        select ${id}::uuid, (select person.sub from person), ${purpose}, ${seal(id, { to: to ?? '', subject, text })},
          0, ${sent_at}::timestamptz, ${expires_at}::timestamptz`.execute(db);
    },
    async sendNotice({ to, subject, text, sent_at, expires_at }) {
      const id = randomUUID();
      const mail_sealed = seal(id, { to, subject, text });
      await db
        .insertInto('pool_mail_queue')
        .values({ id, sub: null, purpose: NOTICE, mail_sealed, attempts: 0, next_at: sent_at, expires_at })
        .execute();
    },
    async claimDue() {
      for (;;) {
        const rows = await claimRows();
        // A decoy has neither a person nor this purpose.
        const isLive = ({ sub, purpose, expires_at }: (typeof rows)[number]) =>
          (sub !== null || purpose === NOTICE) && expires_at > clock.now();
        for (const row of rows) if (!isLive(row)) await remove(row.id);
        const live = rows.filter(isLive);
        if (live.length > 0 || rows.length === 0) {
          return live.map(({ id, attempts, mail_sealed }) => ({
            id,
            attempts,
            open: () => open(id, mail_sealed),
          }));
        }
      }
    },
    async retryIn(id, ms) {
      const next_at = after(clock.now(), ms);
      await db.updateTable('pool_mail_queue').set({ next_at }).where('id', '=', id).execute();
    },
  };
}
