import {
  CognitoIdentityClient,
  GetCredentialsForIdentityCommand,
  GetIdCommand,
} from '@aws-sdk/client-cognito-identity';
import { IDENTITY_POOL_ID as IdentityPoolId, POOL_ID, REGION } from '@cruddur/local-pool/names';
import { afterAll, expect, test } from 'vitest';
import { disposeAfterAll } from '../../support/dispose-after-all.ts';
import { clientOperations } from '../../support/local-pool/client-operations.ts';
import { createConfirmedPerson, signInByPassword, tokensOf } from '../../support/local-pool/people.ts';
import { openPoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

const store = disposeAfterAll(await openPoolStore());
const open = disposeAfterAll(await startTestPool(store.db, { allowGuest: true }));
const closed = disposeAfterAll(await startTestPool(store.db));
afterAll(() => {
  expect([...open.failures, ...closed.failures]).toEqual([]);
  expect([...open.libraryOperations].sort()).toEqual(clientOperations['@aws-sdk/client-cognito-identity']);
});

const clientOf = (gateway: TestPool) =>
  new CognitoIdentityClient({ region: REGION, endpoint: `${gateway.url}/idp` });
const provider = `cognito-idp.${REGION}.amazonaws.com/${POOL_ID}`;
const loginsOf = async (gateway: TestPool) => {
  const tokens = tokensOf(await signInByPassword(gateway, await createConfirmedPerson(gateway)));
  return { Logins: { [provider]: tokens.IdToken }, tokens };
};
const idOf = async (gateway: TestPool, input: { Logins?: Record<string, string> }) =>
  (await clientOf(gateway).send(new GetIdCommand({ IdentityPoolId, ...input }))).IdentityId ?? '';
const credentialsOf = (gateway: TestPool, input: { IdentityId: string; Logins?: Record<string, string> }) =>
  clientOf(gateway).send(new GetCredentialsForIdentityCommand(input));

test('a user keeps one identity, and its credentials last 50 minutes', async () => {
  const { Logins } = await loginsOf(closed);
  const IdentityId = await idOf(closed, { Logins });
  expect(await idOf(open, { Logins })).toBe(IdentityId);
  const { Credentials } = await credentialsOf(closed, { IdentityId, Logins });
  expect(Credentials?.AccessKeyId).toMatch(/^ASIA[A-Z0-9]{16}$/);
  const left = Number(Credentials?.Expiration) - closed.clock.now().getTime();
  expect(left).toBeGreaterThan(49 * 60_000);
  expect(left).toBeLessThanOrEqual(50 * 60_000);
});

test('guests are admitted only where they are allowed', async () => {
  const IdentityId = await idOf(open, {});
  const { Credentials } = await credentialsOf(open, { IdentityId });
  expect(Credentials?.SecretKey).toBeDefined();
  const refused = {
    name: 'NotAuthorizedException',
    message: 'Unauthenticated access is not supported for this identity pool.',
  };
  await expect(idOf(closed, {})).rejects.toMatchObject(refused);
  await expect(credentialsOf(closed, { IdentityId })).rejects.toMatchObject(refused);
});

test('a guest who signs in keeps the identity', async () => {
  const guest = await idOf(open, {});
  const { Logins } = await loginsOf(open);
  const { IdentityId } = await credentialsOf(open, { IdentityId: guest, Logins });
  expect(IdentityId).toBe(await idOf(open, { Logins }));
});

test('a forged identity and one of another user get no credentials', async () => {
  const one = await loginsOf(open);
  const other = await idOf(open, { Logins: (await loginsOf(open)).Logins });
  await expect(credentialsOf(open, { IdentityId: other, Logins: one.Logins })).rejects.toMatchObject({
    name: 'NotAuthorizedException',
  });
  for (const IdentityId of [other, `${REGION}:0c3a0b9e-3f1d-4f0e-9d8f-0d8b3f6f7a11`, `${REGION}:a`]) {
    await expect(credentialsOf(open, { IdentityId })).rejects.toMatchObject({
      name: 'ResourceNotFoundException',
    });
  }
  const elsewhere = new GetIdCommand({ IdentityPoolId: `${REGION}:0c3a0b9e-3f1d-4f0e-9d8f-0d8b3f6f7a11` });
  await expect(clientOf(open).send(elsewhere)).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

test('only an unexpired ID token of this pool is accepted as a login', async () => {
  await using open = await startTestPool(store.db);
  const { Logins, tokens } = await loginsOf(open);
  const [head = '', body = ''] = tokens.IdToken.split('.');
  const wrong: Record<string, string>[] = [
    { [provider]: tokens.AccessToken },
    { [provider]: `${head}.${body}.AAAA` },
    { 'accounts.example.com': tokens.IdToken },
  ];
  for (const given of wrong) {
    await expect(idOf(open, { Logins: given })).rejects.toMatchObject({ name: 'NotAuthorizedException' });
  }
  open.clock.advance(3_600_000);
  await expect(idOf(open, { Logins })).rejects.toThrow('Token expired');
});
