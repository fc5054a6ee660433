import { Amplify } from 'aws-amplify';
import { signInWithRedirect, signOut } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { Hub } from 'aws-amplify/utils';
import type { HostedLogin } from './hosted-login.ts';

const { tokenOrchestrator } = cognitoUserPoolsTokenProvider;

/**
 * Amazon's hosted pages, through Amplify. To be made before Amplify is configured: that is when it looks at this page's
 * address by itself.
 */
export function createAmplifyHostedLogin(): HostedLogin {
  let failure: unknown = null;
  const failed = new Promise<void>((resolve) => {
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event !== 'signInWithRedirect_failure') return;
      failure = payload.data.error;
      stop();
      resolve();
    });
  });
  // Whoever waits for tokens is let go one step before Amplify says why there are none; if it has nothing to say, none come.
  const waitForFailure = () => Promise.race([failed, new Promise((resolve) => setTimeout(resolve))]);

  return {
    signIn: () => signInWithRedirect(),
    complete: async () => {
      if (await Amplify.getTokens({})) return;
      await waitForFailure();
      if (failure) throw failure as Error;
    },
    isSignedIn: async () => (await tokenOrchestrator.getOAuthMetadata())?.oauthSignIn ?? false,
    signOut: (options) => signOut(options),
  };
}
