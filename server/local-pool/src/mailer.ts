import type { CodePurpose } from './tables.ts';

/** A mail of the pool. A null `to` marks a decoy, which costs the same and is not sent. */
export type Mail = {
  to: string | null;
  /** The owner of the code; for a decoy the permanent id of the unknown address. */
  sub: string;
  purpose: CodePurpose;
  subject: string;
  text: string;
  code: string;
  sent_at: Date;
  /** When the code expires; the mail is useless afterwards. */
  expires_at: Date;
};

/** A mail without a code, to an address that need not belong to a person of the pool. */
export type Notice = Pick<Mail, 'subject' | 'text' | 'sent_at' | 'expires_at'> & { to: string };

/** Accepts mails; its functions resolve when the mail is stored, not when it is delivered. */
export type Mailer = { send(mail: Mail): Promise<void>; sendNotice(notice: Notice): Promise<void> };

/** For a pool with neither a mail server nor a mailbox: stored mails could not be read. */
export const discardingMailer: Mailer = {
  send: () => Promise.resolve(),
  sendNotice: () => Promise.resolve(),
};
