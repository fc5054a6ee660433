/**
 * The pool's hosted pages: a way in by a page that is not ours, and the way out for who took it. Failures are `Error`s in
 * the words of Amplify or of the pages.
 */
export type HostedLogin = {
  /** Leaves this page for the one to sign in at. */
  signIn: () => Promise<void>;
  /** Takes and stores the tokens that this page's address stands for. */
  complete: () => Promise<void>;
  /** Whether whoever is signed in came this way. */
  isSignedIn: () => Promise<boolean>;
  /** Removes the tokens, everywhere or of this session, and leaves this page if the hosted pages must be told. */
  signOut: (options: { global: boolean }) => Promise<void>;
};

/** What the tokens may be used for: all that this program asks a pool. */
export const HOSTED_SCOPES = ['openid', 'email', 'profile', 'aws.cognito.signin.user.admin'];
