/** The signed-in user; stored in the browser under these property names. */
export type Person = {
  handle: string;
  display_name: string;
  /** The `sub` of the tokens, a UUID. */
  cognito_id: string;
};

/** A passkey whose public half the user pool stores. */
export type Passkey = {
  id: string;
  /** As the pool names it: `Passkey`, or the name of a password manager. */
  name: string;
  /** ISO time; null when the pool does not report one. */
  createdAt: string | null;
  /** `platform` is bound to one device, `cross-platform` is portable; null when unknown. */
  attachment: string | null;
};

/** A browser or app that the user pool remembers, signed in or not. */
export type Device = {
  id: string;
  /** The user agent of its first sign-in, or the client hints that replace it. */
  name: string;
  /** ISO time of its last sign-in; null when the pool does not report one. */
  seenAt: string | null;
  /** Whether it is this browser. */
  isThis: boolean;
};

export type PasswordChange = { current: string; password: string };
