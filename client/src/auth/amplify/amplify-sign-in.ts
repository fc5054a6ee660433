import * as auth from 'aws-amplify/auth';
import { isFailure } from '../../machines/failure.ts';
import type { IdentityProvider } from '../identity-provider.ts';

/** The ways in, each by aws-amplify's `signIn`. */
export function createAmplifySignIn(): Pick<IdentityProvider, 'autoSignIn' | 'signIn' | 'signInByPasskey'> {
  return {
    autoSignIn: async () => nextStepOf(await auth.autoSignIn()),
    signIn: (username, password) => signIn({ username, password }),
    signInByPasskey: (username) =>
      signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } }),
  };
}

/** Whoever signs in takes the place of tokens that somebody left behind. */
async function signIn(input: auth.SignInInput): Promise<string> {
  try {
    return nextStepOf(await auth.signIn(input));
  } catch (error) {
    if (!isFailure(error, 'UserAlreadyAuthenticatedException')) throw error;
    await auth.signOut();
    return nextStepOf(await auth.signIn(input));
  }
}

function nextStepOf(output: auth.SignInOutput): string {
  return output.nextStep.signInStep;
}
