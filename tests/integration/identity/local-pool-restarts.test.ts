import { createHash } from 'node:crypto';
import { CLIENT_ID } from '@cruddur/local-pool/names';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerDeviceChallenge, rememberDevice, signInFromDevice } from '../../support/local-pool/devices.ts';
import {
  decodeClaims,
  createConfirmedPerson,
  createSignUpDetails,
  signInByPassword,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPoolStore, type PoolStore } from '../../support/local-pool/pool-store.ts';
import { createSrpProof, startSrp } from '../../support/local-pool/srp-client.ts';
import { startTestPool, type TestPool } from '../../support/local-pool/test-pool.ts';

const HOME = 'http://localhost:4567/home';

let store: PoolStore;
let gateway: TestPool;

beforeAll(async () => {
  store = await openPoolStore();
  gateway = await startTestPool(store.db, { restarts: true, redirects: { signIn: [HOME], signOut: [] } });
});

afterAll(async () => {
  expect(gateway.failures).toEqual([]);
  await gateway[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
});

const begin = (AuthFlow: string, AuthParameters: object) =>
  gateway.call('InitiateAuth', { AuthFlow, AuthParameters });
const answer = (ChallengeName: string, Session: unknown, ChallengeResponses: object) =>
  gateway.call('RespondToAuthChallenge', { ChallengeName, Session, ChallengeResponses });

describe('a gateway that restarts between any two steps', () => {
  test('[POOL-16] accepts a mailed sign-in code, after a wrong one', async () => {
    const { email: USERNAME } = await createConfirmedPerson(gateway);
    const begun = await begin('CUSTOM_AUTH', { USERNAME });
    const again = await answer('CUSTOM_CHALLENGE', begun.body.Session, { USERNAME, ANSWER: 'wrong' });
    const ANSWER = await gateway.latestCodeFor(USERNAME);
    tokensOf(await answer('CUSTOM_CHALLENGE', again.body.Session, { USERNAME, ANSWER }));
  });

  test('[POOL-16] continues from the choice of factor to the proof', async () => {
    const { email: USERNAME, password } = await createConfirmedPerson(gateway);
    const { Session } = (await begin('USER_AUTH', { USERNAME })).body;
    const client = startSrp();
    const chosen = { USERNAME, ANSWER: 'PASSWORD_SRP', SRP_A: client.SRP_A };
    const challenged = await answer('SELECT_CHALLENGE', Session, chosen);
    const proof = createSrpProof(
      client,
      password,
      challenged.body.ChallengeParameters as Record<string, string>,
    );
    tokensOf(await answer('PASSWORD_VERIFIER', challenged.body.Session, proof));
  });

  test('[POOL-16] lets a device prove itself and refresh its tokens', async () => {
    const person = await createConfirmedPerson(gateway);
    const { device } = await rememberDevice(gateway, person);
    const challenged = await signInFromDevice(gateway, person, device);
    const { RefreshToken } = tokensOf(await answerDeviceChallenge(gateway, device, challenged));
    const input = { RefreshToken, DeviceKey: device.key };
    tokensOf(await gateway.call('GetTokensFromRefreshToken', input));
  });

  test('[POOL-16] replaces a temporary password and a forgotten one', async () => {
    const { handle: preferred_username, ...guest } = createSignUpDetails();
    await gateway.pool.createInvitedPerson({ ...guest, preferred_username });
    const challenged = await signInByPassword(gateway, guest);
    const responses = { USERNAME: guest.email, NEW_PASSWORD: 'one of my own' };
    tokensOf(await answer('NEW_PASSWORD_REQUIRED', challenged.body.Session, responses));
    await gateway.call('ForgotPassword', { Username: guest.email });
    const reset = { Username: guest.email, ConfirmationCode: await gateway.latestCodeFor(guest.email) };
    const { body } = await gateway.call('ConfirmForgotPassword', { ...reset, Password: 'yet another' });
    expect(body).toEqual({});
    tokensOf(await signInByPassword(gateway, { ...guest, password: 'yet another' }));
  });

  test('[POOL-16] exchanges the code of the hosted sign-in for tokens', async () => {
    const person = await createConfirmedPerson(gateway);
    const code_verifier = 'a verifier of forty-three characters at least';
    const query = new URLSearchParams({
      client_id: CLIENT_ID,
      redirect_uri: HOME,
      response_type: 'code',
      code_challenge_method: 'S256',
      code_challenge: createHash('sha256').update(code_verifier).digest('base64url'),
    });
    const sent = await fetch(`${gateway.url}/idp/oauth2/authorize?${query.toString()}`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ username: person.email, password: person.password }),
    });
    const code = new URL(sent.headers.get('location') ?? '').searchParams.get('code') ?? '';
    const form = { grant_type: 'authorization_code', client_id: CLIENT_ID, redirect_uri: HOME, code };
    const body = new URLSearchParams({ ...form, code_verifier });
    const tokens = await fetch(`${gateway.url}/idp/oauth2/token`, { method: 'POST', body });
    const { access_token = '' } = (await tokens.json()) as Record<string, string>;
    expect(decodeClaims(access_token).sub).toBe(person.sub);
  });

  test('[POOL-16] recognises the challenge of a passkey that is being created', async () => {
    const { AccessToken } = tokensOf(await signInByPassword(gateway, await createConfirmedPerson(gateway)));
    const { body } = await gateway.call('StartWebAuthnRegistration', { AccessToken });
    const { challenge } = body.CredentialCreationOptions as { challenge: string };
    const clientData = { type: 'webauthn.create', challenge, origin: 'http://localhost:1' };
    const clientDataJSON = Buffer.from(JSON.stringify(clientData)).toString('base64url');
    const Credential = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      clientExtensionResults: {},
      response: { clientDataJSON, attestationObject: 'AAAA' },
    };
    const complete = () => gateway.call('CompleteWebAuthnRegistration', { AccessToken, Credential });
    // The first answer refuses the credential, the second one the used challenge.
    expect((await complete()).body.__type).toBe('WebAuthnCredentialNotSupportedException');
    expect((await complete()).body.__type).toBe('WebAuthnChallengeNotFoundException');
  });
});
