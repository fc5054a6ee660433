// The library is deprecated in favour of aws-amplify, but older clients use it and the pool must serve them.
/* oxlint-disable typescript/no-deprecated */
import { CLIENT_ID, POOL_ID } from '@cruddur/local-pool/names';
import {
  AuthenticationDetails,
  CognitoUser,
  CognitoUserPool,
  type CognitoUserSession,
} from 'amazon-cognito-identity-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOperations } from '../../support/local-pool/client-operations.ts';
import { decodeClaims, createConfirmedPerson } from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;
let gateway: TestPool;

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db);
});

afterAll(async () => {
  expect(gateway.failures).toEqual([]);
  expect([...gateway.libraryOperations].sort()).toEqual(clientOperations['amazon-cognito-identity-js']);
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

/** A user of the library, which stores its data in `items`. */
function userOf(email: string, items: Map<string, string>): CognitoUser {
  const Storage = {
    setItem: (key: string, value: string) => (items.set(key, value), value),
    getItem: (key: string) => items.get(key) ?? null,
    removeItem: (key: string) => items.delete(key),
    clear: () => items.clear(),
  };
  const endpoint = `${gateway.url}/idp`;
  const Pool = new CognitoUserPool({ UserPoolId: POOL_ID, ClientId: CLIENT_ID, endpoint, Storage });
  return new CognitoUser({ Username: email, Pool, Storage });
}

const signIn = (user: CognitoUser, Username: string, Password: string) =>
  new Promise<CognitoUserSession>((onSuccess, onFailure) => {
    user.authenticateUser(new AuthenticationDetails({ Username, Password }), { onSuccess, onFailure });
  });

describe('amazon-cognito-identity-js against the local pool', () => {
  test('[POOL-19] signs in by SRP, remembers its device, and proves it at the next sign-in', async () => {
    const { email, password, sub } = await createConfirmedPerson(gateway);
    const items = new Map<string, string>();
    const first = await signIn(userOf(email, items), email, password);
    expect(decodeClaims(first.getIdToken().getJwtToken()).sub).toBe(sub);
    const again = userOf(email, items);
    const second = await signIn(again, email, password);
    const { device_key } = decodeClaims(second.getAccessToken().getJwtToken());
    expect([...items.values()]).toContain(device_key);
    expect(device_key).toBe(decodeClaims(first.getAccessToken().getJwtToken()).device_key);
    const refreshed = await new Promise<CognitoUserSession>((resolve, reject) => {
      again.refreshSession(second.getRefreshToken(), (error: Error | null, session: CognitoUserSession) => {
        if (error) reject(error);
        else resolve(session);
      });
    });
    expect(decodeClaims(refreshed.getAccessToken().getJwtToken()).sub).toBe(sub);
  });

  test('[POOL-2] refuses a wrong password as Cognito does', async () => {
    const { email } = await createConfirmedPerson(gateway);
    await expect(signIn(userOf(email, new Map()), email, 'not the one')).rejects.toMatchObject({
      code: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    });
  });
});
