import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { startSmtpServer } from '../../support/local-pool/smtp-server.ts';
import { openRawRequest } from '../../support/raw-request.ts';
import { callPool, waitForMailedCode } from '../../support/people.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { findFreePort } from '../../support/services/find-free-port.ts';
import { until } from '../../support/until.ts';

const person = { email: 'ann@example.com', password: 'correct horse battery' };
const production = { NODE_ENV: 'production', LOCAL_POOL: '1', TEST_CLOCK: '0', RATE_LIMITS: 'on' };

const signUp = (url: string) =>
  callPool(url, 'SignUp', {
    Username: person.email,
    Password: person.password,
    UserAttributes: Object.entries({ name: 'Ann', email: person.email, preferred_username: 'ann_1' }).map(
      ([Name, Value]) => ({ Name, Value }),
    ),
  });

/** Requests the mailbox as JSON under a given host name. @returns the status */
function mailboxBy(
  host: string,
  { url }: TestApp,
  added: Record<string, string | undefined> = {},
): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { host, accept: 'application/json', ...added };
    const outgoing = request(`${url}/local/mail`, { headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    outgoing.on('error', reject).end();
  });
}

async function statuses(url: string): Promise<number[]> {
  const paths = ['/local/mail', `/local/mail?to=${person.email}`, '/local/mail/'];
  const answers = await Promise.all(paths.map((path) => fetch(`${url}${path}`)));
  return answers.map(({ status }) => status);
}

describe('access to the mailbox', () => {
  test('[MAIL-4] in production the mailbox is a 404 and stores no code', async () => {
    await using app = await startTestApp({ env: production });
    await signUp(app.url);
    expect(await statuses(app.url)).toEqual([404, 404, 404]);
    expect(await app.store.poolDb.selectFrom('pool_mail').selectAll().execute()).toEqual([]);
    expect((await fetch(`${app.url}/local/style.css`)).status).toBe(200);
  });

  test.each([
    ['the server listens beyond loopback', { HOST: '0.0.0.0' }],
    ['the site is reached beyond loopback', { PUBLIC_URL: 'http://cruddur.example' }],
    ['it is switched off', { LOCAL_MAILBOX: '0' }],
    ['a proxy is trusted', { TRUST_PROXY: '1' }],
    ['a proxy is trusted by its address', { TRUST_PROXY: '127.0.0.1' }],
  ])('[MAIL-4] the mailbox is a 404 where %s', async (_, env) => {
    const PORT = String(await findFreePort());
    await using app = await startTestApp({ env: { ...env, PORT, TEST_CLOCK: '0' } });
    expect(app.url).toBeDefined();
    expect(await statuses(`http://localhost:${PORT}`)).toEqual([404, 404, 404]);
  });

  test('[MAIL-4] LOCAL_MAILBOX=1 opens the mailbox in production', async () => {
    await using app = await startTestApp({ env: { ...production, LOCAL_MAILBOX: '1' } });
    await signUp(app.url);
    expect(await waitForMailedCode(app.url, person.email)).toMatch(/^\d{6}$/);
    expect(await mailboxBy('cruddur.example', app)).toBe(200);
  });

  test('[MAIL-5] in development only requests to a loopback name of this machine read it', async () => {
    await using app = await startTestApp();
    const { port } = new URL(app.url);
    for (const name of ['localhost', '127.0.0.1', '[::1]', 'cruddur.localhost']) {
      expect(await mailboxBy(`${name}:${port}`, app)).toBe(200);
    }
    for (const name of ['rebound.example', '192.168.1.7', 'localhost.example']) {
      expect(await mailboxBy(`${name}:${port}`, app)).toBe(404);
    }
  });

  test('[MAIL-5] a request that a proxy on this machine forwards is refused', async () => {
    await using app = await startTestApp();
    const host = `localhost:${new URL(app.url).port}`;
    for (const added of [
      { 'x-forwarded-for': '203.0.113.9' },
      { 'x-forwarded-for': '127.0.0.1' },
      { 'x-forwarded-host': 'localhost' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
      { 'x-real-ip': '203.0.113.9' },
    ]) {
      expect([added, await mailboxBy(host, app, added)]).toEqual([added, 404]);
    }
  });

  test('[MAIL-5] a request by HTTP/1.0, which proxies use by default, is refused', async () => {
    await using app = await startTestApp();
    const { host } = new URL(app.url);
    const statusBy = async (version: string) => {
      using raw = openRawRequest(app.url);
      raw.write(`GET /local/mail HTTP/${version}\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
      await raw.waitUntilClosed();
      return Number(raw.receivedText().split(' ')[1]);
    };
    expect(await statusBy('1.1')).toBe(200);
    expect(await statusBy('1.0')).toBe(404);
  });

  test('[MAIL-1] with SMTP_URL the code is sent to the mail server, and the mailbox stays empty', async () => {
    await using server = await startSmtpServer();
    const env = { SMTP_URL: server.url, MAIL_FROM: 'Cruddur <hello@cruddur.example>' };
    await using app = await startTestApp({ env });
    await signUp(app.url);
    await until(() => server.received.length > 0, { what: 'the mail has arrived' });
    expect(server.received[0]?.data).toContain('From: Cruddur <hello@cruddur.example>');
    const headers = { accept: 'application/json' };
    expect(await (await fetch(`${app.url}/local/mail`, { headers })).json()).toEqual([]);
    expect(await app.store.poolDb.selectFrom('pool_mail').selectAll().execute()).toEqual([]);
  });
});
