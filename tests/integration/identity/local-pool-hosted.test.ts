import { createHash } from 'node:crypto';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { expect, test } from 'vitest';
import { decodeClaims, createConfirmedPerson, type SignUpDetails } from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { startTestPool } from '../../support/local-pool/test-pool.ts';

const HOME = 'http://localhost:4567/home';
const BYE = 'http://localhost:4567/';
const VERIFIER = 'a verifier of forty-three characters at least';

/** Each call reaches a gateway that has just started. */
const gateway = await openPool({ restarts: true, redirects: { signIn: [HOME], signOut: [BYE] } });

const at = (path: string, query: Record<string, string>) =>
  `${gateway.url}/idp${path}?${new URLSearchParams(query).toString()}`;
const authorizeQuery = {
  client_id: CLIENT_ID,
  redirect_uri: HOME,
  response_type: 'code',
  state: 'a "state"',
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 'S256',
};
const get = (path: string, query: Record<string, string>) => fetch(at(path, query), { redirect: 'manual' });
const submit = ({ email, password }: SignUpDetails) =>
  fetch(at('/oauth2/authorize', authorizeQuery), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: email, password }),
  });
async function token(form: Record<string, string>) {
  const body = new URLSearchParams({ client_id: CLIENT_ID, ...form });
  const response = await fetch(`${gateway.url}/idp/oauth2/token`, { method: 'POST', body });
  return { status: response.status, body: (await response.json()) as Record<string, string> };
}
async function codeOf(person: SignUpDetails): Promise<string> {
  const { headers } = await submit(person);
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? '';
}
const byCode = (code: string) => ({
  grant_type: 'authorization_code',
  code,
  redirect_uri: HOME,
  code_verifier: VERIFIER,
});

test('[POOL-27] returns tokens directly only with the implicit grant configured, and then no refresh token', async () => {
  const refused = await get('/oauth2/authorize', { ...authorizeQuery, response_type: 'token' });
  expect([refused.status, await refused.json()]).toEqual([400, { error: 'unauthorized_client' }]);
  const redirects = { signIn: [HOME], signOut: [BYE], implicit: true };
  await using implicit = await startTestPool(gateway.db, { redirects });
  const { email, password, sub } = await createConfirmedPerson(gateway);
  const query = new URLSearchParams({ ...authorizeQuery, response_type: 'token' }).toString();
  const { headers } = await fetch(`${implicit.url}/idp/oauth2/authorize?${query}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: email, password }),
  });
  const { hash, search } = new URL(headers.get('location') ?? '');
  const answer = Object.fromEntries(new URLSearchParams(hash.slice(1)));
  expect([search, Object.keys(answer).sort()]).toEqual([
    '',
    ['access_token', 'expires_in', 'id_token', 'state', 'token_type'],
  ]);
  expect([decodeClaims(answer.access_token ?? '').sub, answer.state]).toEqual([sub, authorizeQuery.state]);
  const code = await fetch(
    `${implicit.url}/idp/oauth2/authorize?${new URLSearchParams(authorizeQuery).toString()}`,
  );
  expect(await code.json()).toEqual({ error: 'unauthorized_client' });
});

test('[POOL-27] a user signs in by the form, and the code is exchanged for tokens once', async () => {
  const person = await createConfirmedPerson(gateway);
  const form = await get('/oauth2/authorize', authorizeQuery);
  expect([form.status, await form.text()]).toEqual([200, expect.stringContaining('type="password"')]);
  const sent = await submit(person);
  expect(sent.status).toBe(303);
  const location = new URL(sent.headers.get('location') ?? '');
  expect(location.origin + location.pathname).toBe(HOME);
  expect(location.searchParams.get('state')).toBe(authorizeQuery.state);
  const exchange = byCode(location.searchParams.get('code') ?? '');
  const { status, body } = await token(exchange);
  expect([status, body.token_type]).toEqual([200, 'Bearer']);
  expect(decodeClaims(body.id_token ?? '').sub).toBe(person.sub);
  const refreshed = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' });
  expect(decodeClaims(refreshed.body.access_token ?? '').sub).toBe(person.sub);
  expect((await token(exchange)).body).toEqual({ error: 'invalid_grant' });
});

test('[POOL-27] a wrong password shows the form again', async () => {
  const person = await createConfirmedPerson(gateway);
  const answer = await submit({ ...person, password: 'not the one' });
  expect([answer.status, await answer.text()]).toEqual([
    400,
    expect.stringContaining('Incorrect username or password.'),
  ]);
});

test('[POOL-27] only an address that is listed exactly is redirected to', async () => {
  for (const address of [`${HOME}/`, `${HOME}?x=1`, 'https://evil.example.com/', 'javascript:alert(1)', '']) {
    const mismatch = { error: 'redirect_mismatch' };
    const signIn = await get('/oauth2/authorize', { ...authorizeQuery, redirect_uri: address });
    expect([signIn.status, await signIn.json()]).toEqual([400, mismatch]);
    const signOut = await get('/logout', { client_id: CLIENT_ID, logout_uri: address });
    expect([signOut.status, await signOut.json()]).toEqual([400, mismatch]);
  }
  const foreign = await get('/oauth2/authorize', { ...authorizeQuery, client_id: 'another' });
  expect(await foreign.json()).toEqual({ error: 'invalid_client' });
  const bye = await get('/logout', { client_id: CLIENT_ID, logout_uri: BYE });
  expect([bye.status, bye.headers.get('location')]).toEqual([302, BYE]);
});

test('a code that is used again ends the session that it started', async () => {
  const person = await createConfirmedPerson(gateway);
  const exchange = byCode(await codeOf(person));
  const { body } = await token(exchange);
  const readUserStatus = async () =>
    (await gateway.call('GetUser', { AccessToken: body.access_token })).status;
  expect(await readUserStatus()).toBe(200);
  const again = async (change = {}) => (await token({ ...exchange, ...change })).body;
  expect(await again({ code_verifier: 'another' })).toEqual({ error: 'invalid_grant' });
  expect(await readUserStatus()).toBe(200);
  expect(await again()).toEqual({ error: 'invalid_grant' });
  expect(await readUserStatus()).toBe(400);
  const { origin_jti } = decodeClaims(body.access_token ?? '');
  expect(gateway.endedSessions).toContainEqual({ sub: person.sub, originJtis: [origin_jti] });
  expect(await again()).toEqual({ error: 'invalid_grant' });
});

test('a code is issued only to a client that sends a PKCE challenge', async () => {
  const { code_challenge_method, ...withoutChallenge } = authorizeQuery;
  for (const query of [
    { ...withoutChallenge, code_challenge: '' },
    { ...withoutChallenge, code_challenge_method: 'plain' },
    withoutChallenge,
    { ...withoutChallenge, code_challenge: undefined, code_challenge_method },
  ]) {
    const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
    const refused = await get('/oauth2/authorize', Object.fromEntries(given));
    expect([refused.status, await refused.json()]).toEqual([400, { error: 'invalid_request' }]);
  }
});

test('[POOL-27] a code is refused without its verifier and after it has expired', async () => {
  const person = await createConfirmedPerson(gateway);
  const invalid = { status: 400, body: { error: 'invalid_grant' } };
  expect(await token({ ...byCode(await codeOf(person)), code_verifier: 'another' })).toEqual(invalid);
  expect(await token({ ...byCode(await codeOf(person)), redirect_uri: BYE })).toEqual(invalid);
  expect(await token(byCode('made-up'))).toEqual(invalid);
  const late = byCode(await codeOf(person));
  gateway.clock.advance(180_000);
  expect(await token(late)).toEqual(invalid);
  expect((await token({ grant_type: 'password' })).body).toEqual({ error: 'unsupported_grant_type' });
  expect((await token({ client_id: 'another', grant_type: 'x' })).body).toEqual({
    error: 'invalid_client',
  });
  expect((await token({})).body).toEqual({ error: 'invalid_request' });
});
