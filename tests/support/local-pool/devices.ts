import { signInByPassword, tokensOf, type SignUpDetails } from './people.ts';
import { createDeviceVerifier, createSrpProof, startSrp } from './srp-client.ts';
import type { PoolResponse, TestPool } from './test-pool.ts';

/** A device that the pool remembers, and the tokens of the sign-in that registered it. */
export type RememberedDevice = { key: string; group: string; password: string };

/** Signs in and has the device remembered. */
export async function rememberDevice(gateway: TestPool, person: SignUpDetails) {
  const tokens = tokensOf(await signInByPassword(gateway, person));
  const { DeviceKey: key = '', DeviceGroupKey: group = '' } = tokens.NewDeviceMetadata ?? {};
  const device: RememberedDevice = { key, group, password: 'a device secret' };
  const answer = await gateway.call('ConfirmDevice', {
    AccessToken: tokens.AccessToken,
    DeviceKey: key,
    DeviceName: 'A browser',
    DeviceSecretVerifierConfig: createDeviceVerifier(group, key, device.password),
  });
  return { device, tokens, answer };
}

/** Completes the DEVICE_SRP_AUTH challenge. */
export async function answerDeviceChallenge(
  gateway: TestPool,
  device: RememberedDevice,
  { body }: PoolResponse,
): Promise<PoolResponse> {
  const client = startSrp(device.group);
  const { USERNAME = '' } = body.ChallengeParameters as Record<string, string>;
  const begun = await gateway.call('RespondToAuthChallenge', {
    ChallengeName: 'DEVICE_SRP_AUTH',
    Session: body.Session,
    ChallengeResponses: { USERNAME, DEVICE_KEY: device.key, SRP_A: client.SRP_A },
  });
  if (begun.status !== 200) return begun;
  const challenge = { ...(begun.body.ChallengeParameters as object), USER_ID_FOR_SRP: device.key };
  const proof = createSrpProof(client, device.password, challenge);
  return gateway.call('RespondToAuthChallenge', {
    ChallengeName: 'DEVICE_PASSWORD_VERIFIER',
    ChallengeResponses: { ...proof, USERNAME, DEVICE_KEY: device.key },
  });
}

/** Signs in by password on a device, up to the device's challenge. */
export const signInFromDevice = (
  gateway: TestPool,
  { email, password }: SignUpDetails,
  { key }: RememberedDevice,
) =>
  gateway.call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password, DEVICE_KEY: key },
  });
