import { symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { openVault } from '@cruddur/local-pool';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { routes, SERVER_MACHINES, SOCKET_PATH, type MachinesReport } from '@cruddur/shared';
import { sql } from 'kysely';
import { expect, inject, it } from 'vitest';
import { openKeyRing } from '../../../server/local-pool/src/secrets/signing-keys.ts';
import { signJwt } from '../../../server/local-pool/src/tokens/jwt.ts';
import { systemClock } from '../../../server/src/domain/clock.ts';
import { expectRefusal } from '../../support/actions.ts';
import { createClient } from '../../support/clients.ts';
import { createTempFolder } from '../../support/create-temp-folder.ts';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { decodeClaims } from '../../support/local-pool/people.ts';
import { createRequestHead, openRawRequest } from '../../support/raw-request.ts';
import { runSql } from '../../support/run-sql.ts';
import { openSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const LARGE = 300 * 1024 * 1024;
const REDIRECT = 'http://localhost:4567/';

const env = { COGNITO_REDIRECT_SIGN_IN: REDIRECT, COGNITO_REDIRECT_SIGN_OUT: REDIRECT };
const app = disposeAfterAll(await startTestApp({ env }));
const ann = await app.signUp();

it('[MACHINES-22] visitors receive numbers and names of the tables only', async () => {
  const readReport = () => app.visitor.callOk('machines');
  const statesOf = ({ machines }: MachinesReport, name: string) =>
    machines.find(({ machine }) => machine === name)?.states ?? {};
  const before = await readReport();
  expect(routes.machines.output.parse(before)).toEqual(before);
  expect(before.machines.map(({ machine }) => machine)).toEqual([...SERVER_MACHINES]);
  expect(statesOf(before, 'gatewaySession')).toMatchObject({ 'open.live': 0, over: 0 });
  expect(statesOf(before, 'purge')).toEqual({ waiting: 1, sweeping: 0 });

  const isIn = (state: string) => async () => statesOf(await readReport(), 'gatewaySession')[state] === 1;
  {
    using tab = openSocket(app.url, { token: ann.accessToken });
    await until(isIn('open.live'), { what: 'the session is published' });
    await until(() => tab.frames.ready.length === 1, { what: 'the state of its tab is published as well' });
    const during = await readReport();
    expect(statesOf(during, 'streamReader')['open.level']).toBe(2);
    expect(JSON.stringify(during)).not.toMatch(new RegExp(`${ann.handle}|${ann.sub}`));
  }
  await until(isIn('over'), { what: 'its end is published' });
  const after = await readReport();
  expect([after.gateway, after.since]).toEqual([before.gateway, before.since]);
});

it('[MACHINES-22] a server that does not publish its machines answers 404 to every caller', async () => {
  await using silent = await startTestApp({ env: { MACHINES_SERVER: 'off' }, sharedStoreApp: app });
  for (const client of [silent.visitor, createClient(silent.url, ann.accessToken)])
    await expectRefusal(client.call('machines'), 404, 'generic_404');
});

it.each([
  ['POST', '/api/activities', '{"message"', 400],
  ['POST', '/api/activities', '[]', 400],
  ['POST', '/api/activities', 'null', 400],
  ['POST', '/api/activities', `{"message":"${'x'.repeat(17_000)}"}`, 413],
  ['POST', '/api/activities', '['.repeat(16_000), 400],
  ['POST', '/api/activities', '{"__proto__":{"message":"x"}}', 422],
  ['GET', '/api/nowhere', undefined, 404],
  ['PATCH', '/api/activities', undefined, 405],
  ['DELETE', '/api/trends', undefined, 405],
])('%s %s is refused with a code', async (method, path, body, status) => {
  const code = status === 422 ? 'message_blank' : `generic_${status}`;
  await expectRefusal(ann.send(method, path, { body }), status, code);
});

it('[DOOR-7] another content type is a 415', async () => {
  const text = { body: '{"message":"x"}', headers: { 'content-type': 'text/plain' } };
  await expectRefusal(ann.send('POST', '/api/activities', text), 415, 'generic_415');
});

it('[DOOR-2] a call that needs a user refuses visitors before it checks anything else', async () => {
  for (const { access, method, path } of Object.values(routes)) {
    if (access !== 'person') continue;
    const body = method === 'GET' ? undefined : '{';
    const answer = app.visitor.send(method, path.replaceAll(/\{\w+\}/g, 'x'), { body });
    await expectRefusal(answer, 401, 'generic_401');
  }
});

it('[TOKEN-3] a token of the pool without a user is a 422 with its own code', async () => {
  const { poolDb: db } = app.store;
  const ring = await openKeyRing({ db, vault: await openVault(db), clock: systemClock });
  const { sub: _sub, ...claims } = decodeClaims(ann.accessToken);
  const token = await signJwt(ring.currentKeys(), claims);
  await expectRefusal(createClient(app.url, token).call('me'), 422, 'cognito_user_id_blank');
});

it('[RATE-1] calls over the limit are a 429 with the time to wait', async () => {
  await using limited = await startTestApp({ env: { RATE_LIMITS: 'on' }, sharedStoreApp: app });
  const lookUp = () => createClient(limited.url, ann.accessToken).call('shortUser', { params: ann });
  const answers = await Promise.all(Array.from({ length: 150 }, lookUp));
  const refused = answers.find(({ status }) => status === 429);
  expect(refused?.body).toEqual(['generic_429']);
  expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
});

it('[POOL-18, RATE-3] all addresses of one network count as one', async () => {
  const env = { TRUST_PROXY: '1', TEST_CLOCK: '0', RATE_LIMITS: 'on' };
  await using limited = await startTestApp({ env, sharedStoreApp: app });
  const statusFrom = async (address: string, person: number) => {
    const { status } = await fetch(`${limited.url}/local/idp`, {
      method: 'POST',
      headers: {
        'x-amz-target': 'AWSCognitoIdentityProviderService.ForgotPassword',
        'x-forwarded-for': address,
      },
      body: JSON.stringify({ ClientId: CLIENT_ID, Username: `unknown${person}@example.com` }),
    });
    return status;
  };
  const calls = Array.from({ length: 60 }, (_, n) => statusFrom(`2001:db8:1:2::${n.toString(16)}`, n));
  expect((await Promise.all(calls)).filter((status) => status === 200)).toHaveLength(50);
  expect(await statusFrom('2001:db8:1:3::1', 60)).toBe(200);
});

it('[DOOR-18] malformed HTTP is answered with a code', async () => {
  const status = await new Promise<number | undefined>((resolve, reject) => {
    const headers = { big: 'x'.repeat(40_000) };
    const sent = request(app.url, { method: 'GET', path: '/api/trends', headers });
    sent.on('response', (response) => resolve(response.resume().statusCode));
    sent.on('error', reject).end();
  });
  expect(status).toBe(400);
});

it.each([
  ['POST /api/activities', 413],
  ['POST /api/nowhere', 404],
  ['POST /nowhere', 404],
  ['GET /api/activities/home', 200],
  ['POST /local/idp', 413],
  ['POST /local/idp/oauth2/token', 413],
  ['POST /local/clock', 413],
  ['POST /local/nowhere', 404],
  ['POST /signin', 303],
  ['PUT /avatars/uploads/a.png', 403],
  ['POST /avatars/nowhere', 404],
  ['POST /healthz', 405],
  [`POST ${SOCKET_PATH}/?EIO=4&transport=polling`, 400],
])(
  '[DOOR-21] a huge body of %s is answered %i at once, and the connection is closed without reading the rest',
  async (line, status) => {
    using raw = openRawRequest(app.url);
    const type = line.includes('oauth2') ? 'application/x-www-form-urlencoded' : 'application/json';
    const headers = { authorization: `Bearer ${ann.accessToken}`, 'content-type': type };
    raw.write(createRequestHead(line, { ...headers, 'content-length': LARGE }));
    raw.flood();
    await raw.waitUntilClosed();
    expect(raw.receivedText()).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(raw.receivedText()).toMatch(/\r\nconnection: close\r\n/i);
    expect(raw.bytesSent()).toBeLessThan(LARGE / 4);
    if (line === 'POST /local/idp')
      expect(raw.receivedText()).toContain('"__type":"RequestEntityTooLargeException"');
  },
);

it('[DOOR-16] a gateway is not ready while its disk is full, and is ready again when there is space', async () => {
  const { db } = app.store;
  const ready = () => app.visitor.send('GET', '/readyz');
  await runSql(
    db,
    sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$`,
  );
  const when = sql`before insert or update on write_probe`;
  await runSql(db, sql`create trigger full_disk ${when} for each row execute function refuse()`);
  const { status, body } = await ready();
  expect([status, body]).toEqual([503, { ready: false, degraded: ['writes'] }]);
  await runSql(db, sql`drop trigger full_disk on write_probe`);
  await until(async () => (await ready()).status === 200, { what: 'the gateway is ready again' });
});

it.skipIf(process.platform !== 'linux' || inject('store') !== 'pglite')(
  '[DOOR-16] a full disk is also detected by its folder, where the store is embedded',
  async () => {
    await using folder = await createTempFolder();
    // A device that is always full.
    await symlink('/dev/full', `${folder.path}/.write-probe`);
    await using full = await startTestApp({ env: { DATA_DIR: folder.path }, sharedStoreApp: app });
    const ready = () => full.visitor.send('GET', '/readyz');
    expect((await ready()).body).toEqual({ ready: false, degraded: ['writes'] });
    await until(async () => (await ready()).status === 200, { what: 'the gateway is ready again' });
  },
);

it('[ERR-5] an unreachable store is a 503 with the time to wait', async () => {
  await using own = await startTestApp();
  const cay = await own.signUp();
  await own.store.close();
  const { status, body, headers } = await cay.call('homeFeed');
  expect([status, body]).toEqual([503, ['generic_503']]);
  expect(headers.get('retry-after')).toMatch(/^[1-3]$/);
});
