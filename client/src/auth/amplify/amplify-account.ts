import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { Device, Passkey } from '../../machines/account.ts';
import type { AccountProvider } from '../identity-provider.ts';

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;

/** The signed-in user's account at the pool. `amplify.ts` must have configured the library. */
export function createAmplifyAccount(): AccountProvider {
  return {
    changePassword: ({ current, password }) =>
      auth.updatePassword({ oldPassword: current, newPassword: password }),
    listPasskeys,
    addPasskey: () => auth.associateWebAuthnCredential(),
    removePasskey: (credentialId) => auth.deleteWebAuthnCredential({ credentialId }),
    listDevices: async () => {
      const [devices, ownKey] = await Promise.all([auth.fetchDevices(), readDeviceKey()]);
      return devices.map((device) => toDevice(device, ownKey)).toSorted(compareDevices);
    },
    forgetDevice: (id) => auth.forgetDevice({ device: { id } }),
    prepareDeviceCleanup,
  };
}

async function listPasskeys(): Promise<Passkey[]> {
  const passkeys: Passkey[] = [];
  let nextToken: string | undefined;
  do {
    const page = await auth.listWebAuthnCredentials(nextToken === undefined ? {} : { nextToken });
    passkeys.push(...page.credentials.map(toPasskey));
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return passkeys.toSorted((one, other) => (one.createdAt ?? '').localeCompare(other.createdAt ?? ''));
}

function toPasskey(credential: auth.AuthWebAuthnCredential): Passkey {
  return {
    id: credential.credentialId ?? '',
    name: credential.friendlyCredentialName ?? '',
    createdAt: credential.createdAt?.toISOString() ?? null,
    attachment: credential.authenticatorAttachment ?? null,
  };
}

/** The token names the session's device; the stored device metadata may be newer or older than the session. */
async function readDeviceKey(): Promise<string | undefined> {
  const { tokens } = await auth.fetchAuthSession();
  const deviceKey = tokens?.accessToken.payload.device_key;
  if (typeof deviceKey === 'string') return deviceKey;
  return (await tokenOrchestrator.getDeviceMetadata())?.deviceKey;
}

function toDevice(device: auth.FetchDevicesOutput[number], ownKey: string | undefined): Device {
  return {
    id: device.id,
    name: device.name ?? '',
    seenAt: (device.lastAuthenticatedDate ?? device.createDate)?.toISOString() ?? null,
    isThis: device.id === ownKey,
  };
}

function compareDevices(one: Device, other: Device): number {
  if (one.isThis !== other.isThis) return one.isThis ? -1 : 1;
  return (other.seenAt ?? '').localeCompare(one.seenAt ?? '');
}

/** Amplify stores device metadata under every name by which the user has signed in. */
async function prepareDeviceCleanup(): Promise<() => Promise<void>> {
  const { userId, username, signInDetails } = await auth.getCurrentUser();
  const names = new Set([userId, username, signInDetails?.loginId ?? username]);
  return async () => {
    for (const name of names) await tokenOrchestrator.clearDeviceMetadata(name);
  };
}
