import { signInByPassword, tokensOf, type Newcomer } from './people.ts';
import { deviceSecret, proveBySrp, startSrp } from './srp-client.ts';
import type { Answer, TestPool } from './test-pool.ts';

/** A device that the pool remembers, and the tokens of the sign-in that it was remembered at. */
export type KnownDevice = { key: string; group: string; password: string };

/** Signs in and has the device remembered. */
export async function rememberDevice(gateway: TestPool, person: Newcomer) {
  const tokens = tokensOf(await signInByPassword(gateway, person));
  const { DeviceKey: key = '', DeviceGroupKey: group = '' } = tokens.NewDeviceMetadata ?? {};
  const device: KnownDevice = { key, group, password: 'a device secret' };
  const answer = await gateway.call('ConfirmDevice', {
    AccessToken: tokens.AccessToken,
    DeviceKey: key,
    DeviceName: 'A browser',
    DeviceSecretVerifierConfig: deviceSecret(group, key, device.password),
  });
  return { device, tokens, answer };
}

/** Goes from the DEVICE_SRP_AUTH challenge to its end. */
export async function proveDevice(gateway: TestPool, device: KnownDevice, { body }: Answer): Promise<Answer> {
  const client = startSrp(device.group);
  const { USERNAME = '' } = body.ChallengeParameters as Record<string, string>;
  const begun = await gateway.call('RespondToAuthChallenge', {
    ChallengeName: 'DEVICE_SRP_AUTH',
    Session: body.Session,
    ChallengeResponses: { USERNAME, DEVICE_KEY: device.key, SRP_A: client.SRP_A },
  });
  if (begun.status !== 200) return begun;
  const challenge = { ...(begun.body.ChallengeParameters as object), USER_ID_FOR_SRP: device.key };
  const proof = proveBySrp(client, device.password, challenge);
  return gateway.call('RespondToAuthChallenge', {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeResponses: { ...proof, USERNAME, DEVICE_KEY: device.key },
  });
}

/** Signs in by password from a device, up to the device's challenge. */
export const signInFrom = (gateway: TestPool, { email, password }: Newcomer, { key }: KnownDevice) =>
  gateway.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password, DEVICE_KEY: key },
  });
