import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createOutbox, listMail } from '../../../server/src/local-pool/mail/outbox.ts';
import { createSmtpMailer } from '../../../server/src/local-pool/smtp-mailer.ts';
import { confirmedPerson } from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startSmtpServer } from '../../support/local-pool/smtp-server.ts';
import { startTestPool } from '../../support/local-pool/test-pool.ts';
import { until } from '../../support/until.ts';

let store: PoolStore;
let ann: string;

beforeAll(async () => {
  store = await openPoolStore();
  await using gateway = await startTestPool(store.db);
  ann = (await confirmedPerson(gateway)).email;
});

afterAll(() => store[Symbol.asyncDispose]());

const mailTo = (to: string | null) => ({
  ...{ to, subject: 'A code', text: 'Your code is 123456', code: '123456' },
  sent_at: new Date(),
});

describe('mail of the local pool', () => {
  test('[POOL-15] a mail goes to the mail server and to the mailbox, a decoy to neither', async () => {
    await using server = await startSmtpServer();
    const failures: unknown[] = [];
    const outbox = createOutbox(store.db);
    const mailer = createSmtpMailer({
      ...{ url: server.url, from: 'Cruddur <no-reply@example.com>', outbox },
      onError: (error) => failures.push(error),
    });
    await mailer.send(mailTo(null));
    await mailer.send(mailTo(ann));
    await until(() => server.received.length > 0, { what: 'the mail has arrived' });
    expect(server.received.map(({ to }) => to)).toEqual([ann]);
    expect(server.received[0]?.data).toContain('Your code is 123456');
    expect(await listMail(store.db)).toMatchObject([{ to: ann, code: '123456' }]);
    expect(failures).toEqual([]);
    mailer.close();
  });

  test('[POOL-15] a mail server that is away is reported, and the mail stays in the mailbox', async () => {
    const gone = await startSmtpServer();
    await gone[Symbol.asyncDispose]();
    const failures: unknown[] = [];
    const mailer = createSmtpMailer({
      ...{ url: gone.url, from: 'Cruddur <no-reply@example.com>', outbox: createOutbox(store.db) },
      onError: (error) => failures.push(error),
    });
    const { length } = await listMail(store.db, ann);
    await mailer.send(mailTo(ann));
    await until(() => failures.length > 0, { what: 'the failure is reported' });
    expect(await listMail(store.db, ann)).toHaveLength(length + 1);
    mailer.close();
  });
});
