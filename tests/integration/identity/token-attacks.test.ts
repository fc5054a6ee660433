import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { createClient } from '../../support/clients.ts';
import { createTokenForge, type TokenForge } from '../../support/local-pool/token-forge.ts';
import { recordOutgoingRequests } from '../../support/record-outgoing-requests.ts';
import { connectSocket, openSocket } from '../../support/sockets.ts';
import { startTestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

const LEEWAY_S = 5;

const trapRequests: string[] = [];
/** The attacker's key set, at the URL that forged tokens name; it records each request. */
const trapServer = createServer((request, response) => {
  trapRequests.push(request.url ?? '');
  response.end(JSON.stringify({ keys: [forge.attackerKey.jwk] }));
});

trapServer.listen(0, 'localhost');
await once(trapServer, 'listening');
const trapUrl = `http://localhost:${(trapServer.address() as AddressInfo).port}`;
afterAll(() => trapServer.close());
const app = disposeAfterAll(await startTestApp());
const ann = await app.signUp();
const forge = await createTokenForge(app.store.poolDb, ann.accessToken);
const outgoing = disposeAfterAll(recordOutgoingRequests());

const answerTo = async (token: string) => {
  const { status, body } = await createClient(app.url, token).call('homeFeed');
  return [status, body];
};
const seconds = (ahead: number) => Math.floor(Date.now() / 1000) + ahead;

/** Built when their test runs, because most need the pool's key. */
const attacks: [string, (forge: TokenForge) => string][] = [
  ['without an algorithm', ({ claims, unsigned }) => unsigned(claims, { alg: 'none' })],
  [
    'without an algorithm, in other letters',
    ({ claims, unsigned }) => unsigned(claims, { alg: 'nOnE' }, 'AAAA'),
  ],
  ['signed by HMAC with the public key', ({ claims, signedWithPublicKey }) => signedWithPublicKey(claims)],
  ['of an ID token', () => ann.idToken],
  ['that calls an ID token an access token', ({ claims, token }) => token({ ...claims, token_use: 'id' })],
  [
    'of an issuer with the same prefix',
    ({ claims, token }) => token({ ...claims, iss: `${String(claims.iss)}.x` }),
  ],
  [
    'that expired before the leeway',
    ({ claims, token }) => token({ ...claims, exp: seconds(-LEEWAY_S - 2) }),
  ],
  ['with an expiry as text', ({ claims, token }) => token({ ...claims, exp: '9999999999' })],
  ['with nbf as text', ({ claims, token }) => token({ ...claims, nbf: 'tomorrow' })],
  ['with iat as text', ({ claims, token }) => token({ ...claims, iat: 'yesterday' })],
  ['with auth_time as text', ({ claims, token }) => token({ ...claims, auth_time: 'never' })],
  ['of a numeric key id', ({ claims, token }) => token(claims, { kid: 7 })],
  ['without a key id', ({ claims, token }) => token(claims, { kid: undefined })],
  ...['jku', 'x5u'].map((name): [string, (forge: TokenForge) => string] => [
    `that names a key host by ${name}`,
    ({ claims, token, attackerKey }) =>
      token(claims, { [name]: `${trapUrl}/${name}`, kid: 'stranger' }, attackerKey.privateKey),
  ]),
  [
    'that names a key host by its issuer',
    ({ claims, token, attackerKey }) =>
      token({ ...claims, iss: trapUrl }, { kid: 'stranger' }, attackerKey.privateKey),
  ],
  [
    'with its own key in the header',
    ({ claims, token, attackerKey }) => token(claims, { jwk: attackerKey.jwk }, attackerKey.privateKey),
  ],
  ['with an unknown critical header', ({ claims, token }) => token(claims, { crit: ['b64'], b64: true })],
  ['without its dots', () => ann.accessToken.replaceAll('.', '')],
  ['without its signature', () => ann.accessToken.split('.').slice(0, 2).join('.')],
  ['with a truncated signature', () => ann.accessToken.slice(0, -4)],
  ['with more parts', () => `${ann.accessToken}.${ann.accessToken}`],
  ['of 12 KB', ({ claims, token }) => token({ ...claims, exp: 0, filling: 'x'.repeat(8500) })],
];

test.each(attacks)('[TOKEN-2, SOCKET-1] a token %s is refused by API and socket', async (_, buildToken) => {
  const token = buildToken(forge);
  expect(await answerTo(token)).toEqual([401, ['generic_401']]);
  using socket = openSocket(app.url, { token });
  expect(await socket.waitForEnd()).toBe('token_invalid');
});

test('[TOKEN-2, SOCKET-1] a token of 20 KB exceeds the limits of API and socket', async () => {
  const token = forge.token({ ...forge.claims, filling: 'x'.repeat(15_000) });
  expect(token.length).toBeGreaterThan(20_000);
  expect(await answerTo(token)).toEqual([400, ['generic_400']]);
  using socket = openSocket(app.url, { token });
  let isClosed = false;
  socket.rawSocket.io.on('close', () => (isClosed = true));
  await until(() => isClosed, { what: 'the connection is closed' });
  expect(socket.frames.ready).toEqual([]);
});

test('[TOKEN-2, SOCKET-1] a token that has just expired is accepted for five more seconds', async () => {
  const token = forge.token({ ...forge.claims, exp: seconds(-1) });
  expect((await answerTo(token))[0]).toBe(200);
  using socket = await connectSocket(app.url, { token });
  expect(await socket.waitForEnd()).toBe('token_invalid');
});

test('[TOKEN-10] neither these tokens nor two hundred forged key ids cause an outgoing request', async () => {
  const tokens = Array.from({ length: 200 }, () => forge.token(forge.claims, { kid: randomUUID() }));
  const answers = await Promise.all(tokens.map(answerTo));
  expect(new Set(answers.map(String))).toEqual(new Set(['401,generic_401']));
  expect((await answerTo(ann.accessToken))[0]).toBe(200);
  expect([...new Set(outgoing.hosts)]).toEqual([new URL(app.url).host]);
  expect(trapRequests).toEqual([]);
  // The recorder and the attacker's host must work for the proof to count.
  await fetch(`${trapUrl}/heard`);
  expect([outgoing.hosts.at(-1), trapRequests]).toEqual([new URL(trapUrl).host, ['/heard']]);
});
