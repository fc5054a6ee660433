import type { CodePurpose } from '../tables.ts';

/** One mail of the pool. A null `to` is a decoy: it costs what a real one costs and reaches nobody. */
export type Mail = {
  to: string | null;
  /** Whose code it carries; of a decoy the id that the unknown address has. */
  sub: string;
  purpose: CodePurpose;
  subject: string;
  text: string;
  code: string;
  sent_at: Date;
  /** When the code ends, and with it the use of the mail. */
  expires_at: Date;
};

/** Takes a mail on; resolves when it is safely kept, not when it has arrived. */
export type Mailer = { send(mail: Mail): Promise<void> };

/** For a pool that has neither mail server nor mailbox: nobody could read what would be kept. */
export const discardingMailer: Mailer = { send: () => Promise.resolve() };
