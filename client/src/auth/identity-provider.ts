import type { Person } from '../machines/account.ts';
import type { HostedLogin } from './hosted/hosted-login.ts';
import type { AccountProvider } from './account-provider.ts';

/** Tokens as the provider keeps them, with the local times that matter. Milliseconds of this browser's clock. */
export type ProviderSession = {
  accessToken: string;
  /** When the earlier of id and access token expires, by this clock: the provider's drift is taken out. */
  expiresAt: number;
  sub: string;
};

/** The next step of a sign-in, in the provider's words: `DONE`, `CONFIRM_SIGN_UP`, `RESET_PASSWORD` and others. */
export type SignInStep = string;

export type SignUpDetails = { name: string; email: string; handle: string; password: string };

export type PasswordReset = { email: string; code: string; password: string };

export type IdentityEvent = 'tokenRefresh' | 'tokenRefresh_failure' | 'signedOut';

/**
 * The hosted user pool as this program uses it; the email is the username. Every call fails with an `Error` whose name and
 * message are the service's own; a lost connection has the name `NetworkError`.
 */
export type IdentityProvider = {
  signUp: (details: SignUpDetails) => Promise<void>;
  confirmSignUp: (email: string, code: string) => Promise<void>;
  resendSignUpCode: (email: string) => Promise<void>;
  /** Signs in with what `signUp` was given in this very tab, once the account is confirmed. */
  autoSignIn: () => Promise<SignInStep>;
  /** By secure remote password: the password itself does not travel. */
  signIn: (email: string, password: string) => Promise<SignInStep>;
  /** By a passkey of this device, which the browser asks for; calling that off fails as `PasskeyAuthenticationCanceled`. */
  signInByPasskey: (email: string) => Promise<SignInStep>;
  /** `DONE`, or the step that asks for a code. */
  resetPassword: (email: string) => Promise<string>;
  confirmResetPassword: (reset: PasswordReset) => Promise<void>;
  /** The current user by the pool's attributes: sub, preferred_username and name. */
  fetchPerson: () => Promise<Person>;
  /** The stored tokens, refreshed when they are within 5 s of expiry or when asked; null when there are none. */
  session: (options?: { forceRefresh?: boolean }) => Promise<ProviderSession | null>;
  /** Global ends every session of the person; otherwise this one's refresh token is revoked. */
  signOut: (options: { global: boolean }) => Promise<void>;
  /** Removes what the provider keeps of a session that is over, and stays on this page. */
  discard: () => Promise<void>;
  /** The hosted pages; null when none are configured. */
  hosted: HostedLogin | null;
  updateHandle: (handle: string) => Promise<void>;
  /** What people see to in their settings, loaded when it is first needed. */
  account: () => Promise<AccountProvider>;
  /** Answers how to stop listening. */
  listen: (listener: (event: IdentityEvent) => void) => () => void;
};
