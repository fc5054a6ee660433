import { CognitoIdentityProvider } from '@aws-sdk/client-cognito-identity-provider';
import { CLIENT_ID as ClientId, REGION } from '@cruddur/local-pool/names';
import type { KyselyPlugin } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PoolErrorName } from '../../../server/local-pool/src/errors.ts';
import {
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  signUpInput,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

let store: PoolStore;
let gateway: TestPool;
let client: CognitoIdentityProvider;
/** The error that the store fails with, if it fails. */
let fault: 'broken' | 'away' | undefined;

const failingPool: KyselyPlugin = {
  transformQuery: ({ node }) => {
    if (fault) throw new Error(fault);
    return node;
  },
  transformResult: ({ result }) => Promise.resolve(result),
};

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db.withPlugin(failingPool), {
    rateLimits: true,
    isUnreachable: (error) => error instanceof Error && error.message === 'away',
  });
  const endpoint = `${gateway.url}/idp`;
  client = new CognitoIdentityProvider({ region: REGION, endpoint, maxAttempts: 1 });
});
beforeEach(async () => {
  fault = undefined;
  await store.db.deleteFrom('pool_limits').execute();
});
afterAll(async () => {
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const signedIn = async () => {
  const person = await createConfirmedPerson(gateway);
  return { ...person, ...tokensOf(await signInByPassword(gateway, person)) };
};
const unconfirmed = async () => {
  const person = createSignUpDetails();
  await client.signUp({ ClientId, ...signUpInput(person) });
  return person;
};
const signIn = ({ email, password }: { email: string; password: string }) =>
  client.initiateAuth({
    ClientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  });
const confirm = (Username: string) => client.confirmSignUp({ ClientId, Username, ConfirmationCode: 'wrong' });
const forget = (Username: string) => client.forgotPassword({ ClientId, Username });
const repeat = async (times: number, call: () => Promise<unknown>) => {
  for (let done = 0; done < times; done++) await call().catch(() => undefined);
};
const failing = async (how: typeof fault) => {
  fault = how;
  return forget('stranger');
};
async function registerPasskey(buildClientData: (challenge: string) => object): Promise<unknown> {
  const { AccessToken } = await signedIn();
  const { CredentialCreationOptions } = await client.startWebAuthnRegistration({ AccessToken });
  const { challenge } = CredentialCreationOptions as { challenge: string };
  const clientDataJSON = Buffer.from(JSON.stringify(buildClientData(challenge))).toString('base64url');
  const Credential = {
    id: 'AAAA',
    rawId: 'AAAA',
    type: 'public-key',
    clientExtensionResults: {},
    response: { clientDataJSON, attestationObject: 'AAAA' },
  };
  return client.completeWebAuthnRegistration({ AccessToken, Credential });
}
const origin = 'http://localhost:1';

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
  NotAuthorizedException: () => signIn(createSignUpDetails()),
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
    await repeat(20, () => signIn(person));
    return signIn(person);
  },
  UnknownOperationException: () => client.associateSoftwareToken({ AccessToken: 'any' }),
  UnsupportedTokenTypeException: async () =>
    client.revokeToken({ ClientId, Token: (await signedIn()).AccessToken }),
  UserNotConfirmedException: async () => signIn(await unconfirmed()),
  UserNotFoundException: async () => {
    const { AccessToken } = await signedIn();
    await client.deleteUser({ AccessToken });
    return client.getUser({ AccessToken });
  },
  UsernameExistsException: async () =>
    client.signUp({ ClientId, ...signUpInput(await createConfirmedPerson(gateway)) }),
  WebAuthnChallengeNotFoundException: () => registerPasskey(() => ({ challenge: 'AAAA', origin })),
  WebAuthnCredentialNotSupportedException: () => registerPasskey((challenge) => ({ challenge, origin })),
  WebAuthnOriginNotAllowedException: () =>
    registerPasskey((challenge) => ({ challenge, origin: 'https://localhost.example.com' })),
};

describe("Amazon's own SDK provokes every refusal by its name", () => {
  test.each(Object.entries(provokedErrors))('[POOL-28] %s', async (name, provoke) => {
    await expect(provoke()).rejects.toMatchObject({ name, message: expect.stringMatching(/\w/u) as string });
  });
});
