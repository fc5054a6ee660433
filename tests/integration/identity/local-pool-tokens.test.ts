import { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { CLIENT_ID, ISSUER, POOL_ID } from '@cruddur/local-pool/names';
import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { expect, test } from 'vitest';
import {
  decodeClaims,
  createConfirmedPerson,
  signInByPassword,
  tokensOf,
  type SignUpDetails,
  type Tokens,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const gateway = await openPool({ accessSeconds: 600 });

async function signedIn(): Promise<SignUpDetails & { sub: string } & Tokens> {
  const person = await createConfirmedPerson(gateway);
  return { ...person, ...tokensOf(await signInByPassword(gateway, person)) };
}

const refreshWith = (RefreshToken: string) => gateway.call('GetTokensFromRefreshToken', { RefreshToken });
const getUser = (AccessToken: string) => gateway.call('GetUser', { AccessToken });
const notAuthorized = (message: string) => ({ __type: 'NotAuthorizedException', message });

test('carry the claims that Cognito issues', async () => {
  const person = await signedIn();
  const { sub, email, name, handle } = person;
  const now = Math.floor(gateway.clock.now().getTime() / 1000);
  const access = decodeClaims(person.AccessToken);
  expect(access).toEqual({
    sub,
    iss: ISSUER,
    client_id: CLIENT_ID,
    token_use: 'access',
    username: sub,
    device_key: person.NewDeviceMetadata?.DeviceKey,
    scope: 'aws.cognito.signin.user.admin',
    origin_jti: expect.stringMatching(UUID) as string,
    event_id: expect.stringMatching(UUID) as string,
    jti: expect.stringMatching(UUID) as string,
    auth_time: access.iat,
    iat: expect.any(Number) as number,
    exp: Number(access.iat) + 600,
  });
  expect(Math.abs(Number(access.iat) - now)).toBeLessThanOrEqual(5);
  const { origin_jti, auth_time, iat, exp } = access;
  expect(decodeClaims(person.IdToken)).toEqual({
    sub,
    iss: ISSUER,
    aud: CLIENT_ID,
    token_use: 'id',
    origin_jti,
    auth_time,
    iat,
    exp,
    email,
    email_verified: true,
    name,
    preferred_username: handle,
    'cognito:username': sub,
    event_id: expect.stringMatching(UUID) as string,
    jti: expect.stringMatching(UUID) as string,
  });
  expect(person.ExpiresIn).toBe(600);
});

test('pass the verifier that serves real Cognito, without a request', async () => {
  const { AccessToken, IdToken, sub } = await signedIn();
  const verifier = CognitoJwtVerifier.create({
    userPoolId: POOL_ID,
    clientId: CLIENT_ID,
    tokenUse: 'access',
  });
  verifier.cacheJwks(await gateway.pool.readJwks());
  await expect(verifier.verify(AccessToken)).resolves.toMatchObject({ sub, username: sub });
  await expect(verifier.verify(IdToken)).rejects.toThrow('Token use not allowed');
  await expect(verifier.verify(IdToken, { tokenUse: 'id' })).resolves.toMatchObject({ sub });
});

test('only an unexpired access token of this pool is accepted', async () => {
  const { AccessToken, IdToken, RefreshToken } = await signedIn();
  const [header = '', payload = '', signature = ''] = AccessToken.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const [jwk] = (await gateway.pool.readJwks()).keys;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const hs256 = `${encode({ alg: 'HS256', kid: jwk?.kid })}.${payload}`;
  const foreign = `${encode({ alg: 'RS256', kid: jwk?.kid })}.${payload}`;
  const unknown = `${encode({ alg: 'RS256', kid: 'unknown' })}.${payload}`;
  const signed = (head: string) =>
    `${head}.${sign('sha256', Buffer.from(head), privateKey).toString('base64url')}`;
  const forgeries = [
    ...[IdToken, RefreshToken, 'a', 'a.b.c', '..', `${AccessToken}.x`, `${header}.${payload}.`],
    `${header}.${encode({ ...decodeClaims(AccessToken), sub: 'x' })}.${signature}`,
    `${encode({ alg: 'none', kid: jwk?.kid })}.${payload}.`,
    `${hs256}.${createHmac('sha256', jwk?.n ?? '')
      .update(hs256)
      .digest('base64url')}`,
    ...[signed(foreign), signed(unknown)],
  ];
  for (const forged of forgeries)
    expect((await getUser(forged)).body).toEqual(notAuthorized('Invalid Access Token'));
  expect((await getUser(AccessToken)).status).toBe(200);
  gateway.clock.advance(600_000);
  expect((await getUser(AccessToken)).body).toEqual(notAuthorized('Access Token has expired'));
});

test('[POOL-4] a refresh replaces the token; the old one works for one more minute and then never again', async () => {
  const { RefreshToken: first, AccessToken } = await signedIn();
  const second = tokensOf(await refreshWith(first)).RefreshToken;
  expect(second).not.toBe(first);
  gateway.clock.advance(59_000);
  const again = tokensOf(await refreshWith(first));
  const { origin_jti, auth_time } = decodeClaims(AccessToken);
  expect(decodeClaims(again.AccessToken)).toMatchObject({ origin_jti, auth_time });
  gateway.clock.advance(1_000);
  expect((await refreshWith(first)).body).toEqual({
    __type: 'RefreshTokenReuseException',
    message: 'Refresh token has been invalidated by rotation',
  });
  tokensOf(await refreshWith(second));
  tokensOf(await refreshWith(again.RefreshToken));
});

test('[POOL-4] two tabs that refresh at the same time both get tokens', async () => {
  const { RefreshToken } = await signedIn();
  const answers = await Promise.all(Array.from({ length: 5 }, () => refreshWith(RefreshToken)));
  expect(new Set(answers.map((answer) => tokensOf(answer).RefreshToken)).size).toBe(5);
});

test('[POOL-4] REFRESH_TOKEN_AUTH keeps the refresh token', async () => {
  const { RefreshToken } = await signedIn();
  const refresh = () =>
    gateway.call('InitiateAuth', {
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: RefreshToken },
    });
  const { body } = await refresh();
  expect(body.AuthenticationResult).not.toHaveProperty('RefreshToken');
  gateway.clock.advance(60_000);
  tokensOf(await refresh());
});

test('[POOL-4] a session ends thirty days after the sign-in, however often it was refreshed', async () => {
  const { RefreshToken } = await signedIn();
  gateway.clock.advance(30 * 24 * 3_600_000 - 120_000);
  const { RefreshToken: later } = tokensOf(await refreshWith(RefreshToken));
  gateway.clock.advance(60_000);
  const { RefreshToken: last } = tokensOf(await refreshWith(later));
  gateway.clock.advance(60_000);
  expect((await refreshWith(last)).body).toEqual(notAuthorized('Refresh Token has expired'));
});

test('[POOL-6] a revoked token ends its session; revoking an unknown one succeeds', async () => {
  const { RefreshToken, AccessToken } = await signedIn();
  expect((await gateway.call('RevokeToken', { Token: RefreshToken })).body).toEqual({});
  expect((await refreshWith(RefreshToken)).body).toEqual(notAuthorized('Refresh Token has been revoked'));
  expect((await getUser(AccessToken)).body).toEqual(notAuthorized('Access Token has been revoked'));
  expect((await gateway.call('RevokeToken', { Token: 'unknown' })).status).toBe(200);
  expect((await gateway.call('RevokeToken', { Token: AccessToken })).body.__type).toBe(
    'UnsupportedTokenTypeException',
  );
  expect((await refreshWith('unknown')).body).toEqual(notAuthorized('Invalid Refresh Token'));
});

test('the program is notified of a revoked token once', async () => {
  const { sub, RefreshToken: Token, AccessToken } = await signedIn();
  gateway.endedSessions.length = 0;
  for (let time = 0; time < 2; time++) await gateway.call('RevokeToken', { Token });
  const { origin_jti } = decodeClaims(AccessToken);
  expect(gateway.endedSessions).toEqual([{ sub, originJtis: [origin_jti] }]);
});

test('[POOL-9] the store holds refresh tokens as hashes', async () => {
  const { RefreshToken } = await signedIn();
  const rows = await gateway.db.selectFrom('pool_refresh_tokens').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(RefreshToken);
});

test('an in-process GetUser returns the attributes by name', async () => {
  const { AccessToken, sub, email, name, handle } = await signedIn();
  await expect(gateway.pool.readAttributes(AccessToken)).resolves.toEqual({
    sub,
    email,
    email_verified: 'true',
    name,
    preferred_username: handle,
  });
  await expect(gateway.pool.readAttributes('no token')).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
});

test('handles stay unique, emails stay, and a wrong old password changes nothing', async () => {
  const [one, two] = [await signedIn(), await signedIn()];
  const update = (Name: string, Value: string) =>
    gateway.call('UpdateUserAttributes', {
      AccessToken: one.AccessToken,
      UserAttributes: [{ Name, Value }],
    });
  expect((await update('preferred_username', two.handle.toUpperCase())).body.__type).toBe(
    'AliasExistsException',
  );
  expect((await update('preferred_username', 'no spaces')).body.__type).toBe('InvalidParameterException');
  expect((await update('preferred_username', 'messages')).body.__type).toBe('InvalidParameterException');
  expect((await update('name', ' ')).body.__type).toBe('InvalidParameterException');
  expect((await update('email', 'new@example.com')).body).toEqual(
    notAuthorized('A client attempted to write unauthorized attribute'),
  );
  const change = (PreviousPassword: string, ProposedPassword: string) =>
    gateway.call('ChangePassword', { AccessToken: one.AccessToken, PreviousPassword, ProposedPassword });
  expect((await change('wrong', 'long enough')).body).toEqual(
    notAuthorized('Incorrect username or password.'),
  );
  expect((await change(one.password, 'short')).body.__type).toBe('InvalidPasswordException');
  tokensOf(await signInByPassword(gateway, one));
});
