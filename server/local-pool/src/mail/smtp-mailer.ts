import { createTransport } from 'nodemailer';
import { startMailDispatcher, type MailFailure } from './dispatch-mail.ts';
import type { MailQueue } from './mail-queue.ts';
import type { Mailer } from '../mailer.ts';

export type SmtpMailerOptions = {
  /** `smtp://user:password@host:port` */
  url: string;
  from: string;
  queue: MailQueue;
  onFailure: (failure: MailFailure) => void;
  /** Called after each run over the queue, with its error or null. */
  onRun?: (error: unknown) => void;
};

/** In total shorter than the queue's claim, so that an unresponsive mail server does not cause a second attempt meanwhile. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };

/** Queues each mail and sends it in the background, with retries until the mail server accepts it. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer & { close(): Promise<void> } {
  const { url, from, queue, onFailure, onRun } = options;
  const transport = createTransport({ url, ...TIMEOUTS });
  const dispatcher = startMailDispatcher({
    queue,
    deliver: ({ to, subject, text }) => transport.sendMail({ from, to, subject, text }),
    onFailure,
    onRun,
  });
  return {
    async send(mail) {
      await queue.send(mail);
      dispatcher.sendDueMails();
    },
    async sendNotice(notice) {
      await queue.sendNotice(notice);
      dispatcher.sendDueMails();
    },
    async close() {
      await dispatcher.close();
      transport.close();
    },
  };
}
