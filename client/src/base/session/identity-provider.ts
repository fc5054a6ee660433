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

/** The provider's tokens. Times are milliseconds of this browser's clock. */
export type ProviderSession = {
  accessToken: string;
  /** The expiry of the id or access token, whichever is earlier, corrected by the provider's clock drift. */
  expiresAt: number;
  sub: string;
};

/** The provider's name of the next sign-in step: `DONE`, `CONFIRM_SIGN_UP`, `RESET_PASSWORD` and others. */
export type SignInStep = string;

export type SignUpDetails = { name: string; email: string; handle: string; password: string };

export type PasswordReset = { email: string; code: string; password: string };

/**
 * The user pool; the email is the username. Every call fails with an `Error` that has the service's own name and message; a
 * lost connection has the name `NetworkError`.
 */
export type IdentityProvider = {
  signUp: (details: SignUpDetails) => Promise<void>;
  confirmSignUp: (email: string, code: string) => Promise<void>;
  resendSignUpCode: (email: string) => Promise<void>;
  /** Signs in with the password of a `signUp` in the same tab, once the account is confirmed. */
  autoSignIn: () => Promise<SignInStep>;
  /** By secure remote password: the password itself is not sent. */
  signIn: (email: string, password: string) => Promise<SignInStep>;
  /** By a passkey of this device; fails with `PasskeyAuthenticationCanceled` when the user cancels the browser's dialog. */
  signInByPasskey: (email: string) => Promise<SignInStep>;
  /** `DONE`, or the step that requires a code. */
  resetPassword: (email: string) => Promise<string>;
  confirmResetPassword: (reset: PasswordReset) => Promise<void>;
  /** The current user's sub, preferred_username and name from the pool's attributes. */
  fetchPerson: () => Promise<Person>;
  /** The stored tokens, refreshed within 5 s of their expiry or on request; null without tokens. */
  fetchSession: (options?: { forceRefresh?: boolean }) => Promise<ProviderSession | null>;
  /** The hosted pages; null when none are configured. */
  hosted: HostedLogin | null;
  updateHandle: (handle: string) => Promise<void>;
  /** The calls of the settings page, loaded when first needed. */
  loadAccount: () => Promise<AccountProvider>;
  /** Calls `listener` after every renewal of the tokens, also a failed one, in this tab or another. */
  onRefresh: (listener: () => void) => void;
};

/** The sign-in and sign-out by the pool's hosted pages. Failures are `Error`s with the text of Amplify or of the pages. */
export type HostedLogin = {
  /** Leaves this page for the hosted sign-in page. */
  signIn: () => Promise<void>;
  /** Exchanges the parameters of this page's address for tokens, and stores them. */
  complete: () => Promise<void>;
  /** Leaves this page for that which ends the session of the hosted pages. */
  leave: () => void;
};

/**
 * The account calls of signed-in users. Every call fails with an `Error` that has the service's own name and message; a lost
 * connection has the name `NetworkError`.
 */
export type AccountProvider = {
  changePassword: (change: PasswordChange) => Promise<void>;
  listPasskeys: () => Promise<Passkey[]>;
  /** Registers a passkey in the browser; fails with `PasskeyRegistrationCanceled` when the user cancels the dialog. */
  addPasskey: () => Promise<void>;
  removePasskey: (id: string) => Promise<void>;
};

/** Whether this browser supports passkeys on this page; insecure pages have no such API. */
export function supportsPasskeys(): boolean {
  return typeof (window as Partial<Window & typeof globalThis>).PublicKeyCredential === 'function';
}
