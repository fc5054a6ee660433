import {
  createMailboxMailer,
  createMailQueue,
  createSmtpMailer,
  discardingMailer,
  type Mailer,
  type MailFailure,
  openVault,
} from '@cruddur/local-pool';
import type { MailConfig } from '../config/config.ts';
import type { Clock } from '../domain/clock.ts';
import type { FailureLog } from '../domain/failure-log.ts';
import type { Metrics } from '../domain/metrics.ts';
import type { OpenedStore } from '../store/opened-store.ts';
import type { Logger } from './logger.ts';

export interface WiredMail {
  mailer: Mailer;
  /** Whether the mailbox stores sent mails. */
  isStored: boolean;
  close: () => Promise<void>;
}

interface MailParts {
  db: OpenedStore['poolDb'];
  clock: Clock;
  failures: FailureLog;
  logger: Logger;
  metrics: Metrics;
}

/** The name of the dispatch in the failure log. */
const QUEUE = 'mail queue';

/** Mails of the local pool go to the mail server, else to the mailbox, else they are discarded. */
export async function wireMail(config: MailConfig, parts: MailParts): Promise<WiredMail> {
  const { db, clock, failures } = parts;
  if (config.smtp) {
    const queue = createMailQueue({ db, clock, vault: await openVault(db) });
    const mailer = createSmtpMailer({
      ...config.smtp,
      queue,
      onFailure: (failure) => reportMailFailure(parts, failure),
      onRun: (error) =>
        error === null ? failures.recordSuccess(QUEUE) : failures.recordFailure(QUEUE, error),
    });
    return { mailer, isStored: false, close: () => mailer.close() };
  }
  const nothing = () => Promise.resolve();
  if (config.mailbox !== 'closed') return { mailer: createMailboxMailer(db), isStored: true, close: nothing };
  parts.logger.warn(
    'codes are not delivered: set SMTP_URL to a mail server, or LOCAL_MAILBOX=1 where every visitor may read them',
  );
  return { mailer: discardingMailer, isStored: false, close: nothing };
}

function reportMailFailure(
  { logger, metrics }: MailParts,
  { error, attempts, isGivenUp }: MailFailure,
): void {
  metrics.countEvent('cruddur_mail_failures_total', { outcome: isGivenUp ? 'given_up' : 'retried' });
  const text = isGivenUp ? 'a mail was given up' : 'a mail could not be delivered; it will be retried';
  logger.error({ err: error, attempts }, text);
}
