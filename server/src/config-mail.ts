import type { MailboxAccess } from '@cruddur/local-pool';
import { isLoopbackOrigin } from '@cruddur/shared';
import { isForThisMachine } from './config-web.ts';
import {
  readMailAddress,
  isProduction,
  readOptionalFlag,
  readText,
  readUrl,
  type Environment,
  type Faults,
} from './config-values.ts';

export interface SmtpConfig {
  /** `smtp://user:password@host:port` */
  url: string;
  /** The sender, `Cruddur <no-reply@cruddur.example>`. */
  from: string;
}

export interface MailConfig {
  /** The mail server. When it is set, the mailbox stores nothing. */
  smtp: SmtpConfig | undefined;
  mailbox: MailboxAccess;
}

export function readMailConfig(env: Environment, faults: Faults): MailConfig {
  return { smtp: readSmtpConfig(env, faults), mailbox: readMailboxAccess(env, faults) };
}

function readMailboxAccess(env: Environment, faults: Faults): MailboxAccess {
  const isOpen = readOptionalFlag(env, 'LOCAL_MAILBOX', faults);
  if (isOpen !== undefined) return isOpen ? 'open' : 'closed';
  return isForThisMachine(env) ? 'loopback' : 'closed';
}

export function readSmtpConfig(env: Environment, faults: Faults): SmtpConfig | undefined {
  const server = readUrl(env, 'SMTP_URL', { faults, protocols: ['smtp:', 'smtps:'] });
  const from = readMailAddress(env, 'MAIL_FROM', faults);
  if (server === undefined) {
    if (from !== undefined && readText(env, 'SMTP_URL') === undefined)
      faults.add('MAIL_FROM', 'needs SMTP_URL');
    return undefined;
  }
  if (new URL(server).hostname === '')
    faults.add('SMTP_URL', 'must name a host, as in smtp://localhost:1025');
  const publicUrl = readText(env, 'PUBLIC_URL');
  // Without a PUBLIC_URL the combinations report that one.
  if (isProduction(env) && from === undefined && publicUrl !== undefined && isLoopbackOrigin(publicUrl)) {
    faults.add('MAIL_FROM', 'must be set, because mail servers refuse the sender no-reply@localhost');
  }
  return { url: server, from: from ?? defaultSender(publicUrl) };
}

function defaultSender(publicUrl: string | undefined): string {
  const host = publicUrl !== undefined && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : 'localhost';
  return `Cruddur <no-reply@${host}>`;
}
