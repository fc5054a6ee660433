/**
 * The pool's public module. `names` and `migrations` are entries of their own, because the configuration and the store's
 * scripts need them without loading express and nodemailer.
 */
export type { AuditEvent, GlobalSignOut, SessionsEnded } from './context.ts';
export { createLocalPool, type LocalPool, type LocalPoolOptions } from './create-local-pool.ts';
export { PoolError } from './errors.ts';
export type { Redirects } from './redirects.ts';
export { createLocalPoolRouter } from './http/create-local-pool-router.ts';
export type { MailboxAccess } from './http/mailbox.ts';
export { lifetimes } from './lifetimes.ts';
export type { MailFailure } from './mail/dispatch-mail.ts';
export { createMailQueue } from './mail/mail-queue.ts';
export { discardingMailer, type Mailer } from './mailer.ts';
export { createMailboxMailer } from './mail/mailbox.ts';
export { openVault } from './secrets/vault.ts';
export { createSmtpMailer } from './mail/smtp-mailer.ts';
export type { PoolTables, Store } from './tables.ts';
