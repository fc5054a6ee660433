import { expect, test } from 'vitest';
import { answerDeviceChallenge, rememberDevice, signInFromDevice } from '../../support/local-pool/devices.ts';
import {
  decodeClaims,
  createConfirmedPerson,
  signInByPassword,
  tokensOf,
} from '../../support/local-pool/people.ts';
import { openPool } from '../../support/local-pool/open-pool.ts';
import { startSrpSignIn, finishSrpSignIn } from '../../support/local-pool/sign-in-by-srp.ts';

/** Each call reaches a gateway that has just started. */
const gateway = await openPool({ restarts: true });

const noSuchDevice = { __type: 'ResourceNotFoundException', message: 'Device does not exist.' };
const listDevices = async (AccessToken: string) =>
  (await gateway.call('ListDevices', { AccessToken })).body.Devices as Record<string, unknown>[];

test('a remembered device proves itself at sign-in and gets no new key', async () => {
  const person = await createConfirmedPerson(gateway);
  const { device, answer } = await rememberDevice(gateway, person);
  expect(answer.body).toEqual({ UserConfirmationNecessary: false });
  const challenged = await signInFromDevice(gateway, person, device);
  expect(challenged.body.ChallengeName).toBe('DEVICE_SRP_AUTH');
  const tokens = tokensOf(await answerDeviceChallenge(gateway, device, challenged));
  expect(tokens.NewDeviceMetadata).toBeUndefined();
  expect(decodeClaims(tokens.AccessToken).device_key).toBe(device.key);
  const listed = await listDevices(tokens.AccessToken);
  expect(listed).toMatchObject([{ DeviceKey: device.key }]);
  expect(listed[0]?.DeviceAttributes).toContainEqual({ Name: 'device_name', Value: 'A browser' });
});

test('the SRP proof of the user is followed by that of the device', async () => {
  const person = await createConfirmedPerson(gateway);
  const { device } = await rememberDevice(gateway, person);
  const { responses } = await startSrpSignIn(gateway, person);
  const challenged = await finishSrpSignIn(gateway, { ...responses, DEVICE_KEY: device.key });
  expect(challenged.body.ChallengeName).toBe('DEVICE_SRP_AUTH');
  tokensOf(await answerDeviceChallenge(gateway, device, challenged));
});

test('a device without its password is refused', async () => {
  const person = await createConfirmedPerson(gateway);
  const { device } = await rememberDevice(gateway, person);
  const forged = { ...device, password: 'a guess' };
  const refused = await answerDeviceChallenge(
    gateway,
    forged,
    await signInFromDevice(gateway, person, device),
  );
  expect(refused.body.__type).toBe('NotAuthorizedException');
});

test('a device of another user is refused, and the same proof can be used without it', async () => {
  const { device } = await rememberDevice(gateway, await createConfirmedPerson(gateway));
  const person = await createConfirmedPerson(gateway);
  expect((await signInFromDevice(gateway, person, device)).body).toEqual(noSuchDevice);
  const { responses } = await startSrpSignIn(gateway, person);
  expect((await finishSrpSignIn(gateway, { ...responses, DEVICE_KEY: device.key })).body).toEqual(
    noSuchDevice,
  );
  const { AccessToken } = tokensOf(await finishSrpSignIn(gateway, responses));
  for (const operation of ['ForgetDevice', 'UpdateDeviceStatus']) {
    const { body } = await gateway.call(operation, { AccessToken, DeviceKey: device.key });
    expect(body).toEqual(noSuchDevice);
  }
  const secret = { Salt: 'AAAA', PasswordVerifier: 'AAEC' };
  const confirming = { AccessToken, DeviceKey: device.key, DeviceSecretVerifierConfig: secret };
  expect((await gateway.call('ConfirmDevice', confirming)).body).toEqual(noSuchDevice);
});

test("a remembered device's refresh token cannot be used without its key", async () => {
  const { device, tokens } = await rememberDevice(gateway, await createConfirmedPerson(gateway));
  const { RefreshToken } = tokens;
  const other = 'ap-south-1_0c3a0b9e-3f1d-4f0e-9d8f-0d8b3f6f7a11';
  for (const DeviceKey of [undefined, other]) {
    const { body } = await gateway.call('GetTokensFromRefreshToken', { RefreshToken, DeviceKey });
    expect(body.message).toBe('Invalid Refresh Token');
  }
  const input = { RefreshToken, DeviceKey: device.key };
  tokensOf(await gateway.call('GetTokensFromRefreshToken', input));
  const AuthParameters = { REFRESH_TOKEN: RefreshToken, DEVICE_KEY: device.key };
  tokensOf(await gateway.call('InitiateAuth', { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters }));
});

test('forgetting a device ends its sessions, except the calling one', async () => {
  const person = await createConfirmedPerson(gateway);
  const { device, tokens: there } = await rememberDevice(gateway, person);
  const { AccessToken } = tokensOf(await signInByPassword(gateway, person));
  expect((await gateway.call('ForgetDevice', { AccessToken, DeviceKey: device.key })).body).toEqual({});
  expect(gateway.audited).toContain('device_forgotten');
  const gone = await gateway.call('GetUser', { AccessToken: there.AccessToken });
  expect(gone.body.message).toBe('Access Token has been revoked');
  const { origin_jti } = decodeClaims(there.AccessToken);
  expect(gateway.endedSessions).toContainEqual({ sub: person.sub, originJtis: [origin_jti] });
  expect(await listDevices(AccessToken)).toEqual([]);
  const own = await rememberDevice(gateway, person);
  const self = own.tokens.AccessToken;
  await gateway.call('ForgetDevice', { AccessToken: self, DeviceKey: own.device.key });
  expect((await gateway.call('GetUser', { AccessToken: self })).status).toBe(200);
});

test('devices are listed in pages, with the status that the user gave them', async () => {
  const person = await createConfirmedPerson(gateway);
  const { device, tokens } = await rememberDevice(gateway, person);
  await rememberDevice(gateway, person);
  const { AccessToken } = tokens;
  const status = { DeviceRememberedStatus: 'not_remembered' };
  await gateway.call('UpdateDeviceStatus', { AccessToken, DeviceKey: device.key, ...status });
  const first = await gateway.call('ListDevices', { AccessToken, Limit: 1 });
  const { PaginationToken } = first.body;
  const second = await gateway.call('ListDevices', { AccessToken, Limit: 1, PaginationToken });
  const listed = [first, second].flatMap(({ body }) => body.Devices as { DeviceKey: string }[]);
  expect(new Set(listed.map(({ DeviceKey }) => DeviceKey)).size).toBe(2);
  expect(second.body.PaginationToken).toBeUndefined();
  const found = (listed as Record<string, unknown>[]).find(({ DeviceKey }) => DeviceKey === device.key);
  expect(found?.DeviceAttributes).toContainEqual({ Name: 'device_status', Value: 'not_remembered' });
});

test('a restarted gateway recognises the challenge of a passkey that is being created', async () => {
  const { AccessToken } = tokensOf(await signInByPassword(gateway, await createConfirmedPerson(gateway)));
  const { body } = await gateway.call('StartWebAuthnRegistration', { AccessToken });
  const { challenge } = body.CredentialCreationOptions as { challenge: string };
  const clientData = JSON.stringify({ type: 'webauthn.create', challenge, origin: 'http://localhost:1' });
  const clientDataJSON = Buffer.from(clientData).toString('base64url');
  const response = { clientDataJSON, attestationObject: 'AAAA' };
  const Credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {}, response };
  const completed = await gateway.call('CompleteWebAuthnRegistration', { AccessToken, Credential });
  expect(completed.body.__type).toBe('WebAuthnCredentialNotSupportedException');
});
