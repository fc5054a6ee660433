import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOperations } from '../../support/local-pool/client-operations.ts';
import { openAmplifyInJsdom, type AmplifyInJsdom } from '../../support/local-pool/amplify-jsdom.ts';
import { createConfirmedPerson, createSignUpDetails } from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;
let gateway: TestPool;
let page: AmplifyInJsdom;

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db);
  page = await openAmplifyInJsdom(`${gateway.url}/idp`);
});

afterAll(async () => {
  page[Symbol.dispose]();
  expect([...gateway.libraryOperations].sort()).toEqual(clientOperations['aws-amplify in jsdom']);
  expect(gateway.failures).toEqual([]);
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const isDone = { isSignedIn: true, nextStep: { signInStep: 'DONE' } };

describe('aws-amplify in jsdom against the local pool', () => {
  test('[POOL-1] signs up, resends, confirms, signs in, reads, changes and signs out', async () => {
    const { auth } = page;
    const { email: username, password, name, handle: preferred_username } = createSignUpDetails();
    const userAttributes = { email: username, name, preferred_username };
    await auth.signUp({ username, password, options: { userAttributes } });
    await auth.resendSignUpCode({ username });
    await auth.confirmSignUp({ username, confirmationCode: await gateway.latestCodeFor(username) });
    expect(await auth.signIn({ username, password })).toMatchObject(isDone);
    await auth.updateUserAttributes({ userAttributes: { name: 'Renamed' } });
    expect(await auth.fetchUserAttributes()).toMatchObject({ email: username, name: 'Renamed' });
    await auth.updatePassword({ oldPassword: password, newPassword: 'another one' });
    await auth.deleteUser();
    await expect(auth.signIn({ username, password: 'another one' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
    });
  });

  test('[POOL-19] its device is remembered, proves itself, is listed and forgotten', async () => {
    const { auth } = page;
    const { email: username, password } = await createConfirmedPerson(gateway);
    await auth.signIn({ username, password });
    await auth.rememberDevice();
    expect(await auth.fetchDevices()).toHaveLength(1);
    await auth.signOut();
    expect(await auth.signIn({ username, password })).toMatchObject(isDone);
    expect(await auth.fetchDevices()).toHaveLength(1);
    await auth.forgetDevice();
    expect(await auth.fetchDevices()).toHaveLength(0);
    await auth.signOut({ global: true });
  });

  test('[POOL-5] resets a forgotten password, and refreshes its tokens', async () => {
    const { auth } = page;
    const { email: username } = await createConfirmedPerson(gateway);
    await auth.resetPassword({ username });
    const confirmationCode = await gateway.latestCodeFor(username);
    await auth.confirmResetPassword({ username, confirmationCode, newPassword: 'a new password' });
    await auth.signIn({ username, password: 'a new password' });
    const before = (await auth.fetchAuthSession()).tokens?.accessToken.toString();
    const after = (await auth.fetchAuthSession({ forceRefresh: true })).tokens?.accessToken.toString();
    expect(after).toMatch(/^ey/);
    expect(after).not.toBe(before);
    await auth.signOut();
  });
});
