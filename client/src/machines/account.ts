/** A passkey that the pool keeps the public half of. */
export type Passkey = {
  id: string;
  /** What the pool calls it, as `Passkey` or the name of a password manager. */
  name: string;
  /** ISO time; null when the pool does not say. */
  createdAt: string | null;
  /** `platform` lives in one device, `cross-platform` can be carried about; null when unknown. */
  attachment: string | null;
};

/** A browser or app that the pool remembers, whether it is signed in at the moment or not. */
export type Device = {
  id: string;
  /** As the browser named itself at its first sign-in: a user agent, or its newer parts. */
  name: string;
  /** ISO time of its last sign-in; null when the pool does not say. */
  seenAt: string | null;
  /** Whether it is the one that asks. */
  isThis: boolean;
};

export type PasswordChange = { current: string; password: string };
