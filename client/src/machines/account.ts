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

export type PasswordChange = { current: string; password: string };
