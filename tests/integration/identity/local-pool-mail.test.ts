import { randomUUID } from 'node:crypto';
import { createMailQueue, createSmtpMailer, type MailFailure, openVault } from '@cruddur/local-pool';
import { beforeEach, expect, test } from 'vitest';
import { listMail } from '../../../server/local-pool/src/mail/mailbox.ts';
import { createConfirmedPerson } from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { startSmtpServer } from '../../support/local-pool/smtp-server.ts';
import { startTestPool } from '../../support/local-pool/test-pool.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { until } from '../../support/until.ts';

const HOUR = 3_600_000;

let ahead = 0;
const clock = { now: () => new Date(Date.now() + ahead) };

const gateway = await openPool();
const store = { db: gateway.db };
const ann = await createConfirmedPerson(gateway);
beforeEach(async () => {
  ahead = 0;
  await store.db.deleteFrom('pool_mail_queue').execute();
});

/** A mail without a recipient is a decoy. */
const mailTo = (
  person: { email: string; sub: string } | null,
  purpose: 'recovery' | 'sign-up' = 'recovery',
) => ({
  to: person?.email ?? null,
  sub: person?.sub ?? randomUUID(),
  purpose,
  subject: 'A code',
  text: 'Your code is 123456',
  code: '123456',
  sent_at: clock.now(),
  expires_at: new Date(clock.now().getTime() + HOUR),
});

const queued = () => store.db.selectFrom('pool_mail_queue').selectAll().execute();

/** The queue of one gateway; `url` is the mail server's. */
async function openMailer(url: string) {
  const failures: MailFailure[] = [];
  const queue = createMailQueue({ db: store.db, vault: await openVault(store.db), clock });
  const onFailure = (failure: MailFailure) => void failures.push(failure);
  const mailer = createSmtpMailer({ url, from: 'Cruddur <no-reply@example.com>', queue, onFailure });
  return { ...mailer, failures, [Symbol.asyncDispose]: () => mailer.close() };
}

test('[MAIL-1] with a mail server a mail is sent there and not stored; a decoy is not sent', async () => {
  await using server = await startSmtpServer();
  await using mailer = await openMailer(server.url);
  await mailer.send(mailTo(null));
  await mailer.send(mailTo(ann));
  await until(async () => (await queued()).length === 0, { what: 'the queue is empty' });
  expect(server.received.map(({ to }) => to)).toEqual([ann.email]);
  expect(server.received[0]?.data).toContain('Your code is 123456');
  expect(server.received[0]?.data).toContain('From: Cruddur <no-reply@example.com>');
  expect(await listMail(store.db)).toEqual([]);
  expect(mailer.failures).toEqual([]);
});

test('a notice is sent to an address of no person of the pool', async () => {
  await using server = await startSmtpServer();
  await using mailer = await openMailer(server.url);
  const { subject, sent_at, expires_at } = mailTo(null);
  await mailer.sendNotice({ to: 'ops@example.com', subject, text: 'A notice', sent_at, expires_at });
  await until(async () => (await queued()).length === 0, { what: 'the queue is empty' });
  expect(server.received.map(({ to }) => to)).toEqual(['ops@example.com']);
  expect(server.received[0]?.data).toContain('A notice');
});

test('codes are sent before notices, however many of these wait', async () => {
  const queue = createMailQueue({ db: store.db, clock, vault: await openVault(store.db) });
  const { subject, sent_at, expires_at } = mailTo(null);
  for (let n = 0; n < 10; n += 1)
    await queue.sendNotice({ to: 'ops@example.com', subject, text: 'A notice', sent_at, expires_at });
  await queue.send(mailTo(ann));
  const recipients = (await queue.claimDue()).map((mail) => mail.open().to);
  expect(recipients).toContain(ann.email);
  await store.db.deleteFrom('pool_mail_queue').execute();
});

test('a mail waits, encrypted, for an unreachable mail server, also through a restart', async () => {
  const port = await findFreePort();
  {
    await using before = await openMailer(`smtp://127.0.0.1:${port}`);
    await before.send(mailTo(ann));
    await until(() => before.failures.length > 0, { what: 'the first attempt has failed' });
    expect(before.failures).toMatchObject([{ attempts: 1, isGivenUp: false }]);
  }
  const rows = await until(async () => (await queued()).length === 1 && queued(), {
    what: 'the mail waits',
  });
  expect(JSON.stringify(rows)).not.toContain('123456');
  expect(JSON.stringify(rows)).not.toContain(ann.email);
  ahead += 130_000;
  await using server = await startSmtpServer(port);
  await using restarted = await openMailer(server.url);
  await until(() => server.received.length > 0, { what: 'the mail has arrived after the restart' });
  await until(async () => (await queued()).length === 0, { what: 'the queue is empty' });
  expect(server.received).toHaveLength(1);
  expect(restarted.failures).toEqual([]);
});

test('attempts end when the code expires or the mail server rejects the recipient', async () => {
  await using server = await startSmtpServer();
  server.rejectedRecipients.add(ann.email);
  await using mailer = await openMailer(server.url);
  await mailer.send(mailTo(ann));
  await until(() => mailer.failures.length > 0, { what: 'the mail server has refused it' });
  expect(mailer.failures).toMatchObject([{ attempts: 1, isGivenUp: true }]);
  await until(async () => (await queued()).length === 0, { what: 'the queue is empty' });

  server.rejectedRecipients.clear();
  const late = mailTo(ann);
  ahead += 2 * HOUR;
  await mailer.send(late);
  await until(async () => (await queued()).length === 0, { what: 'the queue is empty' });
  expect(server.received).toEqual([]);
});

test('of two waiting codes for one purpose only the valid one is mailed', async () => {
  const port = await findFreePort();
  await using away = await openMailer(`smtp://127.0.0.1:${port}`);
  for (const purpose of ['recovery', 'sign-up', 'recovery'] as const) await away.send(mailTo(ann, purpose));
  const purposes = async () => (await queued()).map(({ purpose }) => purpose).sort();
  expect(await purposes()).toEqual(['recovery', 'sign-up']);
});

test('a waiting mail of a deleted user is dropped', async () => {
  await using gateway = await startTestPool(store.db);
  const person = await createConfirmedPerson(gateway);
  await using away = await openMailer(`smtp://127.0.0.1:${await findFreePort()}`);
  await away.send(mailTo(person));
  await gateway.pool.deletePoolUser(person.sub);
  expect(await queued()).toEqual([]);
});

test('a mail that cannot be opened is reported and does not delay the others', async () => {
  await using server = await startSmtpServer();
  const sent_at = new Date(clock.now().getTime() - 1000);
  for (const purpose of ['sign-up', 'recovery'] as const) {
    await using away = await openMailer(`smtp://127.0.0.1:${await findFreePort()}`);
    await away.send({ ...mailTo(ann, purpose), sent_at });
  }
  await store.db.updateTable('pool_mail_queue').set({ next_at: sent_at }).execute();
  await store.db
    .updateTable('pool_mail_queue')
    .set({ mail_sealed: 'broken' } as object)
    .where('purpose', '=', 'sign-up')
    .execute();
  await using mailer = await openMailer(server.url);
  await until(() => server.received.length > 0, { what: 'the other mail has arrived' });
  await until(() => mailer.failures.length > 0, { what: 'the failure is reported' });
  expect(server.received).toHaveLength(1);
  // A mail leaves the queue after it has arrived.
  const isLeft = async () => (await queued()).map(({ purpose }) => purpose).join() === 'sign-up';
  await until(isLeft, { what: 'only the broken mail is left in the queue' });
});

test('a failure of the queue itself is reported, and so is its end', async () => {
  let isAway = true;
  const queue = createMailQueue({ db: store.db, vault: await openVault(store.db), clock });
  const runs: unknown[] = [];
  const mailer = createSmtpMailer({
    url: `smtp://127.0.0.1:${await findFreePort()}`,
    from: 'Cruddur <no-reply@example.com>',
    queue: {
      ...queue,
      claimDue: () => (isAway ? Promise.reject(new Error('the store is away')) : queue.claimDue()),
    },
    onFailure: () => undefined,
    onRun: (error) => void runs.push(error),
  });
  await until(() => runs.length > 0, { what: 'the failure is reported' });
  expect(runs[0]).toEqual(new Error('the store is away'));
  isAway = false;
  await until(() => runs.at(-1) === null, { what: 'the end of the failure is reported' });
  await mailer.close();
});
