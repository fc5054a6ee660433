import * as sdk from '@aws-sdk/client-cognito-identity-provider';
import { CLIENT_ID as ClientId, REGION } from '@cruddur/local-pool/names';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { PoolErrorName } from '../../../server/local-pool/src/errors.ts';
import { clientOperations } from '../../support/local-pool/client-operations.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signUpInput,
  type SignUpDetails,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { createDeviceVerifier } from '../../support/local-pool/srp-client.ts';

/** The error that the store fails with, if it fails. */
let fault: 'broken' | 'away' | undefined;

const failingPool: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (fault) throw new Error(fault);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

const gateway = await openPool({
  plugin: failingPool,
  rateLimits: true,
  isUnreachable: (error) => error instanceof Error && error.message === 'away',
});
const endpoint = `${gateway.url}/idp`;
const client = new sdk.CognitoIdentityProvider({ region: REGION, endpoint, maxAttempts: 1 });
afterAll(() => {
  const expected = clientOperations['@aws-sdk/client-cognito-identity-provider'];
  expect([...gateway.libraryOperations]).toEqual(expect.arrayContaining(expected));
});
beforeEach(async () => {
  fault = undefined;
  await gateway.db.deleteFrom('pool_limits').execute();
  return () => void (gateway.failures.length = 0);
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
const signedIn = async () => signIn(await createConfirmedPerson(gateway));
const nameOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no refusal',
    (error: unknown) =>
      error instanceof Error ? `${error.constructor.name}: ${error.message}` : 'not an error',
  );

test("[POOL-1, POOL-5] Amazon's own SDK signs up, resends, confirms, signs in, reads, changes, resets and deletes", async () => {
  const person = createSignUpDetails();
  const { email: Username, password } = person;
  const made = await client.signUp({ ClientId, ...signUpInput(person) });
  expect(made.CodeDeliveryDetails).toMatchObject({ DeliveryMedium: 'EMAIL', Destination: 'p***@e***' });
  expect(await nameOf(begin(person))).toBe('UserNotConfirmedException: User is not confirmed.');
  await client.resendConfirmationCode({ ClientId, Username });
  const ConfirmationCode = await gateway.latestCodeFor(Username);
  await client.confirmSignUp({ ClientId, Username, ConfirmationCode });
  const { AccessToken } = await signIn(person);
  await client.updateUserAttributes({ AccessToken, UserAttributes: [{ Name: 'name', Value: 'Renamed' }] });
  const user = await client.getUser({ AccessToken });
  expect(user.Username).toBe(made.UserSub);
  const attributes = (user.UserAttributes ?? []).map(({ Name, Value }) => `${Name} ${Value}`);
  const kept = [`sub ${made.UserSub}`, `email ${Username}`, `preferred_username ${person.handle}`];
  expect(attributes.toSorted()).toEqual(['email_verified true', 'name Renamed', ...kept].toSorted());
  await client.changePassword({ AccessToken, PreviousPassword: password, ProposedPassword: 'another one' });
  await client.forgotPassword({ ClientId, Username });
  const reset = { ClientId, Username, ConfirmationCode: await gateway.latestCodeFor(Username) };
  expect(await nameOf(client.confirmForgotPassword({ ...reset, Password: 'short' }))).toContain(
    'InvalidPasswordException',
  );
  await client.confirmForgotPassword({ ...reset, Password: 'yet another' });
  const last = await signIn({ ...person, password: 'yet another' });
  await client.deleteUser({ AccessToken: last.AccessToken });
  expect(await nameOf(begin({ ...person, password: 'yet another' }))).toBe(
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
  expect(await nameOf(client.getTokensFromRefreshToken({ ClientId, RefreshToken: again.RefreshToken }))).toBe(
    'NotAuthorizedException: Refresh Token has been revoked',
  );
});

test('confirms, lists and forgets devices', async () => {
  const { AccessToken, NewDeviceMetadata } = await signedIn();
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

test('lists no passkey, and deletes none', async () => {
  const { AccessToken } = await signedIn();
  expect((await client.listWebAuthnCredentials({ AccessToken })).Credentials).toEqual([]);
  const deletion = client.deleteWebAuthnCredential({ AccessToken, CredentialId: 'AAAA' });
  await expect(deletion).rejects.toMatchObject({ name: 'ResourceNotFoundException' });
});

const unconfirmed = async () => {
  const person = createSignUpDetails();
  await client.signUp({ ClientId, ...signUpInput(person) });
  return person;
};
const confirm = (Username: string) => client.confirmSignUp({ ClientId, Username, ConfirmationCode: 'wrong' });
const forget = (Username: string) => client.forgotPassword({ ClientId, Username });
const repeat = async (times: number, call: () => Promise<unknown>) => {
  for (let done = 0; done < times; done++) await call().catch(() => undefined);
};
const failing = async (how: typeof fault) => {
  fault = how;
  return forget('stranger');
};
const origin = 'http://localhost:1';
const foreign = 'https://localhost.example.com';
/** @returns a completion of the registration, which repeats the challenge unless it gets another */
async function startPasskey() {
  const { AccessToken } = await signedIn();
  const { CredentialCreationOptions } = await client.startWebAuthnRegistration({ AccessToken });
  const { challenge } = CredentialCreationOptions as { challenge: string };
  return (clientData: { origin: string; challenge?: string }) => {
    const clientDataJSON = Buffer.from(JSON.stringify({ challenge, ...clientData })).toString('base64url');
    const response = { clientDataJSON, attestationObject: 'AAAA' };
    const kind = { type: 'public-key', clientExtensionResults: {} };
    const Credential = { ...kind, id: 'AAAA', rawId: 'AAAA', response };
    return client.completeWebAuthnRegistration({ AccessToken, Credential });
  };
}

/** Provokes each refusal through Amazon's own SDK. A name without an entry does not compile. */
const provokedErrors: Record<PoolErrorName, () => Promise<unknown>> = {
  AliasExistsException: async () => {
    const Value = (await createConfirmedPerson(gateway)).handle;
    const { AccessToken } = await signedIn();
    return client.updateUserAttributes({
      AccessToken,
      UserAttributes: [{ Name: 'preferred_username', Value }],
    });
  },
  CodeMismatchException: async () => confirm((await unconfirmed()).email),
  ExpiredCodeException: async () => {
    const { email } = await unconfirmed();
    await repeat(5, () => confirm(email));
    return confirm(email);
  },
  InternalErrorException: () => failing('broken'),
  InvalidParameterException: () =>
    client.signUp({ ClientId, ...signUpInput({ ...createSignUpDetails(), email: 'none' }) }),
  InvalidPasswordException: () =>
    client.signUp({ ClientId, ...signUpInput({ ...createSignUpDetails(), password: 'short' }) }),
  LimitExceededException: async () => {
    const { email } = createSignUpDetails();
    await repeat(10, () => forget(email));
    return forget(email);
  },
  NotAuthorizedException: () => begin(createSignUpDetails()),
  RefreshTokenReuseException: async () => {
    const { RefreshToken } = await signedIn();
    await client.getTokensFromRefreshToken({ ClientId, RefreshToken });
    gateway.clock.advance(60_000);
    return client.getTokensFromRefreshToken({ ClientId, RefreshToken });
  },
  RequestEntityTooLargeException: () => forget('x'.repeat(70_000)),
  ResourceNotFoundException: () => client.forgotPassword({ ClientId: 'another', Username: 'stranger' }),
  // An untyped client sends a number in place of a text.
  SerializationException: () => forget(7 as unknown as string),
  ServiceUnavailableException: () => failing('away'),
  TooManyRequestsException: async () => {
    const person = createSignUpDetails();
    await repeat(20, () => begin(person));
    return begin(person);
  },
  UnknownOperationException: () => client.associateSoftwareToken({ AccessToken: 'any' }),
  UnsupportedTokenTypeException: async () =>
    client.revokeToken({ ClientId, Token: (await signedIn()).AccessToken }),
  UserNotConfirmedException: async () => begin(await unconfirmed()),
  UserNotFoundException: async () => {
    const { AccessToken } = await signedIn();
    await client.deleteUser({ AccessToken });
    return client.getUser({ AccessToken });
  },
  UsernameExistsException: async () =>
    client.signUp({ ClientId, ...signUpInput(await createConfirmedPerson(gateway)) }),
  WebAuthnChallengeNotFoundException: async () => {
    const complete = await startPasskey();
    const unknown = nameOf(complete({ origin, challenge: 'AAAA' }));
    expect(await unknown).toContain('WebAuthnChallengeNotFoundException');
    expect(await nameOf(complete({ origin: foreign }))).toContain('WebAuthnOriginNotAllowedException');
    // It is used up.
    return complete({ origin });
  },
  WebAuthnCredentialNotSupportedException: async () => (await startPasskey())({ origin }),
  WebAuthnOriginNotAllowedException: async () => (await startPasskey())({ origin: foreign }),
};

test.each(Object.entries(provokedErrors))(
  "Amazon's own SDK provokes %s by its name",
  async (name, provoke) => {
    await expect(provoke()).rejects.toMatchObject({ name, message: expect.stringMatching(/\w/u) as string });
  },
);
