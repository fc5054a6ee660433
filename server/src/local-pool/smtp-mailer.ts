import { createTransport } from 'nodemailer';
import type { Mailer } from './mail/mailer.ts';

export type SmtpMailerOptions = {
  /** `smtp://user:password@host:port` */
  url: string;
  from: string;
  /** Keeps the mail first, so that a mail server that is away loses nothing that the mailbox page cannot show. */
  outbox: Mailer;
  onError: (error: unknown) => void;
};

/**
 * Keeps each mail and hands it to a mail server as well. The hand-over is not awaited: its duration would tell known
 * addresses from unknown ones.
 */
export function createSmtpMailer({
  url,
  from,
  outbox,
  onError,
}: SmtpMailerOptions): Mailer & { close(): void } {
  const transport = createTransport(url);
  return {
    async send(mail) {
      await outbox.send(mail);
      if (mail.to === null) return;
      transport.sendMail({ from, to: mail.to, subject: mail.subject, text: mail.text }).catch(onError);
    },
    close: () => {
      transport.close();
    },
  };
}
