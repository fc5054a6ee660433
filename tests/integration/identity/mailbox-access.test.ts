import { request } from 'node:http';
import { expect, test } from 'vitest';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createSignUpDetails, signUpInput } from '../../support/local-pool/people.ts';
import { startSmtpServer } from '../../support/local-pool/smtp-server.ts';
import { openRawRequest } from '../../support/raw-request.ts';
import { callPool, waitForMailedCode } from '../../support/people.ts';
import { startTestApp } from '../../support/test-app.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { until } from '../../support/until.ts';

const production = { NODE_ENV: 'production', LOCAL_POOL: '1', TEST_CLOCK: '0', RATE_LIMITS: 'on' };

const app = disposeAfterAll(await startTestApp());
const { host: ownHost, port } = new URL(app.url);

const startBeside = (env: Record<string, string>) => startTestApp({ env, sharedStoreApp: app });

async function signUp(url: string): Promise<string> {
  const person = createSignUpDetails();
  await callPool(url, 'SignUp', signUpInput(person));
  return person.email;
}

/** Requests the mailbox as JSON under a given host name. @returns the status */
function mailboxBy(
  host: string,
  added: Record<string, string | undefined> = {},
  { url } = app,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'application/json', ...added };
    request(`${url}/local/mail`, { headers }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });
}

async function statuses(url: string): Promise<number[]> {
  const paths = ['/local/mail', '/local/mail?to=ann@example.com', '/local/mail/'];
  const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`)));
  return answers.map(({ status }) => status);
}

const readStoredMail = (to: string) =>
  app.store.poolDb.selectFrom('pool_mail').select('recipient').where('recipient', '=', to).execute();

test('[MAIL-4] in production the mailbox is a 404 and stores no code', async () => {
  await using deployed = await startBeside(production);
  const email = await signUp(deployed.url);
  expect(await statuses(deployed.url)).toEqual([404, 404, 404]);
  expect(await readStoredMail(email)).toEqual([]);
  expect((await fetch(`${deployed.url}/local/style.css`)).status).toBe(200);
});

test('[MAIL-1] with SMTP_URL the code is sent to the mail server, and the mailbox stays empty', async () => {
  await using server = await startSmtpServer();
  const env = { SMTP_URL: server.url, MAIL_FROM: 'Cruddur <hello@cruddur.example>' };
  await using mailing = await startBeside(env);
  const email = await signUp(mailing.url);
  await until(() => server.received.length > 0, { what: 'the mail has arrived' });
  expect(server.received[0]?.data).toContain('From: Cruddur <hello@cruddur.example>');
  const headers = { accept: 'application/json' };
  expect(await (await fetch(`${mailing.url}/local/mail?to=${email}`, { headers })).json()).toEqual([]);
  expect(await readStoredMail(email)).toEqual([]);
});

test.each([
  ['the server listens beyond loopback', { HOST: '0.0.0.0' }],
  ['a proxy is trusted', { TRUST_PROXY: '1' }],
])('[MAIL-4] the mailbox is a 404 where %s', async (_, env) => {
  const PORT = String(await findFreePort());
  await using closed = await startBeside({ ...env, PORT, TEST_CLOCK: '0' });
  expect(closed.url).toBeDefined();
  expect(await statuses(`http://localhost:${PORT}`)).toEqual([404, 404, 404]);
});

test('[MAIL-4] LOCAL_MAILBOX=1 opens the mailbox in production', async () => {
  await using deployed = await startBeside({ ...production, LOCAL_MAILBOX: '1' });
  expect(await waitForMailedCode(deployed.url, await signUp(deployed.url))).toMatch(/^\d{6}$/);
  expect(await mailboxBy('cruddur.example', {}, deployed)).toBe(200);
});

test('in development only requests to a loopback name of this machine read it', async () => {
  for (const name of ['localhost', '127.0.0.1', '[::1]', 'cruddur.localhost'])
    expect(await mailboxBy(`${name}:${port}`)).toBe(200);
  for (const name of ['rebound.example', '192.168.1.7', 'localhost.example'])
    expect(await mailboxBy(`${name}:${port}`)).toBe(404);
});

test('a request that a proxy on this machine forwards is refused', async () => {
  for (const added of [
    { 'x-forwarded-for': '203.0.113.9' },
    { 'x-forwarded-for': '127.0.0.1' },
    { 'x-forwarded-host': 'localhost' },
    { forwarded: 'for=203.0.113.9' },
    { via: '1.1 proxy' },
    { 'x-real-ip': '203.0.113.9' },
  ])
    expect([added, await mailboxBy(ownHost, added)]).toEqual([added, 404]);
});

test('a request by HTTP/1.0, which proxies use by default, is refused', async () => {
  const statusBy = async (version: string) => {
    using raw = openRawRequest(app.url);
    raw.write(`GET /local/mail HTTP/${version}\r\nhost: ${ownHost}\r\nconnection: close\r\n\r\n`);
    await raw.waitUntilClosed();
    return Number(raw.receivedText().split(' ')[1]);
  };
  expect(await statusBy('1.1')).toBe(200);
  expect(await statusBy('1.0')).toBe(404);
});
