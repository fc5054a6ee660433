import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { CLIENT_ID as ClientId, REGION } from '@cruddur/local-pool/names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clientOperations } from '../../support/local-pool/client-operations.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signUpInput,
  type SignUpDetails,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { createDeviceVerifier } from '../../support/local-pool/srp-client.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;
let gateway: TestPool;
let client: sdk.CognitoIdentityProvider;

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db);
  client = new sdk.CognitoIdentityProvider({ region: REGION, endpoint: `${gateway.url}/idp` });
});

afterAll(async () => {
  expect(gateway.failures).toEqual([]);
  expect([...gateway.libraryOperations].sort()).toEqual(
    clientOperations['@aws-sdk/client-cognito-identity-provider'],
  );
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const begin = ({ email, password }: SignUpDetails) =>
  client.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
async function signIn(person: SignUpDetails): Promise<sdk.AuthenticationResultType> {
  const { AuthenticationResult } = await begin(person);
  if (!AuthenticationResult) throw new Error('The answer has no tokens');
  return AuthenticationResult;
}
const nameOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof Error ? `${error.constructor.name}: ${error.message}` : 'not an error',
  );

describe("Amazon's own SDK against the local pool", () => {
  test('[POOL-1] signs up, resends, confirms, signs in, reads, changes and signs out', async () => {
    const person = createSignUpDetails();
    const { email: Username, password } = person;
    const made = await client.signUp({ ClientId, ...signUpInput(person) });
    expect(made.CodeDeliveryDetails?.DeliveryMedium).toBe('EMAIL');
    expect(await nameOf(begin(person))).toBe('UserNotConfirmedException: User is not confirmed.');
    await client.resendConfirmationCode({ ClientId, Username });
    const ConfirmationCode = await gateway.latestCodeFor(Username);
    await client.confirmSignUp({ ClientId, Username, ConfirmationCode });
    const { AccessToken } = await signIn(person);
    await client.updateUserAttributes({ AccessToken, UserAttributes: [{ Name: 'name', Value: 'Renamed' }] });
    const user = await client.getUser({ AccessToken });
    expect(user.Username).toBe(made.UserSub);
    expect(user.UserAttributes).toContainEqual({ Name: 'name', Value: 'Renamed' });
    await client.changePassword({ AccessToken, PreviousPassword: password, ProposedPassword: 'another one' });
    await client.deleteUser({ AccessToken });
    expect(await nameOf(begin({ ...person, password: 'another one' }))).toBe(
      'NotAuthorizedException: Incorrect username or password.',
    );
  });

  test('[POOL-4] refreshes, revokes and signs out everywhere', async () => {
    const person = await createConfirmedPerson(gateway);
    const { RefreshToken } = await signIn(person);
    const fresh = await client.getTokensFromRefreshToken({ ClientId, RefreshToken });
    expect(fresh.AuthenticationResult?.AccessToken).toBeDefined();
    const byFlow = await client.initiateAuth({
      ClientId,
      AuthFlow: 'REFRESH_TOKEN_AUTH',
      AuthParameters: { REFRESH_TOKEN: fresh.AuthenticationResult?.RefreshToken ?? '' },
    });
    const AccessToken = byFlow.AuthenticationResult?.AccessToken;
    await client.revokeToken({ ClientId, Token: RefreshToken });
    expect(await nameOf(client.getUser({ AccessToken }))).toBe(
      'NotAuthorizedException: Access Token has been revoked',
    );
    const again = await signIn(person);
    await client.globalSignOut({ AccessToken: again.AccessToken });
    expect(
      await nameOf(client.getTokensFromRefreshToken({ ClientId, RefreshToken: again.RefreshToken })),
    ).toBe('NotAuthorizedException: Refresh Token has been revoked');
  });

  test('[POOL-5] resets a forgotten password', async () => {
    const person = await createConfirmedPerson(gateway);
    const { email: Username } = person;
    await client.forgotPassword({ ClientId, Username });
    const input = { ClientId, Username, Password: 'a new password' };
    const wrong = client.confirmForgotPassword({ ...input, ConfirmationCode: 'wrong' });
    expect(await nameOf(wrong)).toContain('CodeMismatchException');
    await client.confirmForgotPassword({ ...input, ConfirmationCode: await gateway.latestCodeFor(Username) });
    await signIn({ ...person, password: input.Password });
  });

  test('[POOL-20] chooses a factor, and signs in by a mailed code and a temporary password', async () => {
    const { email: USERNAME, password: PASSWORD } = await createConfirmedPerson(gateway);
    const choice = await client.initiateAuth({
      ClientId,
      AuthFlow: 'USER_AUTH',
      AuthParameters: { USERNAME },
    });
    expect(choice.AvailableChallenges).toEqual(['PASSWORD', 'PASSWORD_SRP', 'WEB_AUTHN']);
    const chosen = await client.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'SELECT_CHALLENGE',
      Session: choice.Session,
      ChallengeResponses: { USERNAME, ANSWER: 'PASSWORD', PASSWORD },
    });
    expect(chosen.AuthenticationResult).toBeDefined();

    const coded = await client.initiateAuth({
      ClientId,
      AuthFlow: 'CUSTOM_AUTH',
      AuthParameters: { USERNAME },
    });
    const given = await client.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'CUSTOM_CHALLENGE',
      Session: coded.Session,
      ChallengeResponses: { USERNAME, ANSWER: await gateway.latestCodeFor(USERNAME) },
    });
    expect(given.AuthenticationResult).toBeDefined();

    const { handle: preferred_username, ...guest } = createSignUpDetails();
    await gateway.pool.createInvitedPerson({ ...guest, preferred_username });
    const challenged = await begin({ ...guest, handle: preferred_username });
    expect(challenged.ChallengeName).toBe('NEW_PASSWORD_REQUIRED');
    const answered = await client.respondToAuthChallenge({
      ClientId,
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: challenged.Session,
      ChallengeResponses: { USERNAME: guest.email, NEW_PASSWORD: 'one of my own' },
    });
    expect(answered.AuthenticationResult).toBeDefined();
  });

  test('[POOL-19] confirms, lists and forgets devices', async () => {
    const { AccessToken, NewDeviceMetadata } = await signIn(await createConfirmedPerson(gateway));
    const { DeviceKey = '', DeviceGroupKey = '' } = NewDeviceMetadata ?? {};
    const DeviceSecretVerifierConfig = createDeviceVerifier(DeviceGroupKey, DeviceKey, 'a device secret');
    await client.confirmDevice({ AccessToken, DeviceKey, DeviceSecretVerifierConfig });
    await client.updateDeviceStatus({ AccessToken, DeviceKey, DeviceRememberedStatus: 'not_remembered' });
    const { Devices } = await client.listDevices({ AccessToken, Limit: 10 });
    expect(Devices?.[0]?.DeviceCreateDate?.getTime()).toBeLessThanOrEqual(gateway.clock.now().getTime());
    await client.forgetDevice({ AccessToken, DeviceKey });
    expect(await nameOf(client.forgetDevice({ AccessToken, DeviceKey }))).toBe(
      'ResourceNotFoundException: Device does not exist.',
    );
  });

  test('[POOL-23] receives the named refusal for an invalid passkey', async () => {
    const { AccessToken } = await signIn(await createConfirmedPerson(gateway));
    const { CredentialCreationOptions } = await client.startWebAuthnRegistration({ AccessToken });
    const { challenge } = CredentialCreationOptions as { challenge: string };
    const credential = (clientData: object) => ({
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: Buffer.from(JSON.stringify(clientData)).toString('base64url'),
        attestationObject: 'AAAA',
      },
    });
    const complete = (clientData: object) =>
      nameOf(client.completeWebAuthnRegistration({ AccessToken, Credential: credential(clientData) }));
    expect(await complete({ challenge: 'AAAA', origin: 'http://localhost:1' })).toContain(
      'WebAuthnChallengeNotFoundException',
    );
    expect(await complete({ challenge, origin: 'https://localhost.example.com' })).toContain(
      'WebAuthnOriginNotAllowedException',
    );
    expect(await complete({ challenge, origin: 'http://localhost:1' })).toContain(
      'WebAuthnChallengeNotFoundException',
    );
    const second = await client.startWebAuthnRegistration({ AccessToken });
    const fresh = second.CredentialCreationOptions as { challenge: string };
    expect(await complete({ challenge: fresh.challenge, origin: 'http://localhost:1' })).toContain(
      'WebAuthnCredentialNotSupportedException',
    );
    expect((await client.listWebAuthnCredentials({ AccessToken })).Credentials).toEqual([]);
    const CredentialId = 'AAAA';
    expect(await nameOf(client.deleteWebAuthnCredential({ AccessToken, CredentialId }))).toContain(
      'ResourceNotFoundException',
    );
  });
});
