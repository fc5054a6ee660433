import * as auth from 'aws-amplify/auth';
import { isFailure } from '../machines/failure.ts';
import type { IdentityProvider } from './provider.ts';

/** The ways in, each by aws-amplify's `signIn`. */
export function amplifySignIn(): Pick<IdentityProvider, 'autoSignIn' | 'signIn' | 'signInByPasskey'> {
  return {
    autoSignIn: async () => stepOf(await auth.autoSignIn()),
    signIn: (username, password) => signIn({ username, password }),
    signInByPasskey: (username) =>
      signIn({ username, options: { authFlowType: 'USER_AUTH', preferredChallenge: 'WEB_AUTHN' } }),
  };
}

/** Whoever signs in takes the place of tokens that somebody left behind. */
async function signIn(input: auth.SignInInput): Promise<string> {
  try {
    return stepOf(await auth.signIn(input));
  } catch (error) {
    if (!isFailure(error, 'UserAlreadyAuthenticatedException')) throw error;
    await auth.signOut();
    return stepOf(await auth.signIn(input));
  }
}

function stepOf(output: auth.SignInOutput): string {
  return output.nextStep.signInStep;
}
