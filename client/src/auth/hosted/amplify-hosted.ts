import { Amplify } from 'aws-amplify';
import { signInWithRedirect } from 'aws-amplify/auth';
import { Hub } from 'aws-amplify/utils';
import type { HostedLogin } from '../identity-provider.ts';

/**
 * Amazon's hosted pages, through Amplify. Must be created before Amplify is configured, because the configuration already
 * processes this page's address.
 */
export function createAmplifyHostedLogin(): Omit<HostedLogin, 'leave'> {
  let failure: unknown = null;
  const failed = new Promise<void>((resolve) => {
    const stop = Hub.listen('auth', ({ payload }) => {
      if (payload.event !== 'signInWithRedirect_failure') return;
      failure = payload.data.error;
      stop();
      resolve();
    });
  });
  // Amplify resolves `getTokens` one task before it reports the failure.
  const waitForFailure = () => Promise.race([failed, new Promise((resolve) => setTimeout(resolve))]);

  return {
    signIn: () => signInWithRedirect(),
    complete: async () => {
      if (await Amplify.getTokens({})) return;
      await waitForFailure();
      if (failure) throw failure as Error;
    },
  };
}
