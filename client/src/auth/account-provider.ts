import type { Device, Passkey, PasswordChange } from '../machines/account.ts';

/**
 * What signed-in people see to at the hosted user pool. Every call fails with an `Error` whose name and message are the
 * service's own; a lost connection has the name `NetworkError`.
 */
export type AccountProvider = {
  changePassword: (change: PasswordChange) => Promise<void>;
  listPasskeys: () => Promise<Passkey[]>;
  /** Asks the browser for a new passkey; `PasskeyRegistrationCanceled` when the person thinks better of it. */
  addPasskey: () => Promise<void>;
  removePasskey: (id: string) => Promise<void>;
  /** At most 60, as many as the pool gives at once; the one that asks comes first, then by last sign-in. */
  listDevices: () => Promise<Device[]>;
  /** Ends the sessions of another device, which is new at its next sign-in. Ours is only forgotten. */
  forgetDevice: (id: string) => Promise<void>;
  /** Notes by which names this browser remembers the person. The answer removes that, also when the tokens are gone. */
  prepareDeviceCleanup: () => Promise<() => Promise<void>>;
};
