import * as auth from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import type { Device, Passkey } from '../../machines/account.ts';
import type { AccountProvider } from '../account-provider.ts';

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;

/** The signed-in person's account at the pool; `amplify.ts` has configured the library before. */
export function createAmplifyAccount(): AccountProvider {
  return {
    changePassword: ({ current, password }) =>
      auth.updatePassword({ oldPassword: current, newPassword: password }),
    listPasskeys,
    addPasskey: () => auth.associateWebAuthnCredential(),
    removePasskey: (credentialId) => auth.deleteWebAuthnCredential({ credentialId }),
    listDevices: async () => {
      const [devices, own] = await Promise.all([auth.fetchDevices(), readDeviceKey()]);
      return devices.map((device) => toDevice(device, own)).toSorted(compareDevices);
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

/** The session's own word for its device is in its token; what the browser keeps may be newer or older than that. */
async function readDeviceKey(): Promise<string | undefined> {
  const { tokens } = await auth.fetchAuthSession();
  const claimed = tokens?.accessToken.payload.device_key;
  if (typeof claimed === 'string') return claimed;
  return (await tokenOrchestrator.getDeviceMetadata())?.deviceKey;
}

function toDevice(device: auth.FetchDevicesOutput[number], own: string | undefined): Device {
  return {
    id: device.id,
    name: device.name ?? '',
    seenAt: (device.lastAuthenticatedDate ?? device.createDate)?.toISOString() ?? null,
    isThis: device.id === own,
  };
}

function compareDevices(one: Device, other: Device): number {
  if (one.isThis !== other.isThis) return one.isThis ? -1 : 1;
  return (other.seenAt ?? '').localeCompare(one.seenAt ?? '');
}

/** Amplify keeps the proof of a device under every name that its person has signed in by. */
async function prepareDeviceCleanup(): Promise<() => Promise<void>> {
  const { userId, username, signInDetails } = await auth.getCurrentUser();
  const names = new Set([userId, username, signInDetails?.loginId ?? username]);
  return async () => {
    for (const name of names) await tokenOrchestrator.clearDeviceMetadata(name);
  };
}
