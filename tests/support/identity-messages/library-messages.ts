import type { IdentityMessage } from './identity-message.ts';

const UNREACHED = 'no screen can make this call';

/** Messages of the installed Amplify, most of which no screen shows. */
export const libraryMessages: IdentityMessage[] = [
  {
    message: 'Invalid tokens.',
    cause: 'storing missing tokens',
    visibility: { notShownBecause: `${UNREACHED}: setTokens` },
    ruleId: 'WORDS-1',
  },
  {
    message: 'Auth Token Provider not configured.',
    cause: 'none: Amplify has the text and no call that uses it',
    visibility: {
      notShownBecause: 'the installed Amplify reports "Auth UserPool not configured." instead',
    },
    ruleId: 'WORDS-1',
  },
  {
    message: 'Auth session was not found. Make sure to call signIn.',
    cause: 'loading tokens without a session',
    visibility: { notShownBecause: 'loadTokens catches it and returns null: a visitor' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'User needs to be authenticated to call this API.',
    cause: 'reading attributes without a session',
    visibility: { notShownBecause: 'screens call it only with a session: fetchUserAttributes' },
    ruleId: 'WORDS-1',
  },
  {
    message:
      "Token refresh is not supported when authenticated with the 'implicit grant' (token) oauth flow. \n\tPlease change your oauth configuration to use 'code grant' flow.",
    cause: 'refreshing a sign-in by the implicit grant',
    visibility: { notShownBecause: 'the session ends without a message: fetchAuthSession' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'An error occurred when attempting to log out from OAuth provider.',
    cause: 'none in browsers: a sign-out there is a redirect without an answer',
    visibility: { notShownBecause: 'only native apps have a session window that can fail' },
    ruleId: 'WORDS-1',
  },
  {
    message:
      'The given preferredRedirectUrl does not match any items in the redirectSignOutUrls array from the config.',
    cause: 'signing out to an address that is not listed',
    visibility: { notShownBecause: 'the client passes none: getRedirectUrl' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'Invalid Idtoken.',
    cause: 'credentials for an ID token without an issuer',
    visibility: { notShownBecause: `${UNREACHED}: fetchAuthSession with an identity pool` },
    ruleId: 'WORDS-1',
  },
  {
    message: 'Cognito did not respond with either Credentials, AccessKeyId or SecretKey.',
    cause: 'credentials from an identity pool that returns none, for guests and for users',
    visibility: { notShownBecause: `${UNREACHED}: fetchAuthSession with an identity pool` },
    ruleId: 'WORDS-1',
  },
  {
    message: 'Received undefined response from getId operation',
    cause: 'an identity pool that returns no identity',
    visibility: { notShownBecause: `${UNREACHED}: fetchAuthSession with an identity pool` },
    ruleId: 'WORDS-1',
  },
  {
    message: 'username is required to signIn',
    cause: 'signing in without an email',
    visibility: { notShownBecause: 'Sign In is disabled until both fields are filled' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'password is required to signIn',
    cause: 'signing in without a password',
    visibility: { notShownBecause: 'Sign In is disabled until both fields are filled' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'username is required to signUp',
    cause: 'signing up without an email',
    visibility: { notShownBecause: 'Sign Up shows "Enter your email" and makes no call' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'username is required to confirmSignUp',
    cause: 'confirming a sign-up without an email',
    visibility: { notShownBecause: 'Confirm Email shows "Enter your email" and makes no call' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'code is required to confirmSignUp',
    cause: 'confirming a sign-up without a code',
    visibility: { notShownBecause: 'Confirm Email shows "Enter the code from the email" and makes no call' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'username is required to resetPassword',
    cause: 'requesting a recovery code without an email',
    visibility: { notShownBecause: 'Send Recovery Code shows "Enter your email" and makes no call' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'confirmationCode is required to confirmResetPassword',
    cause: 'setting a new password without a code',
    visibility: { notShownBecause: 'Reset Password shows "Enter the code from the email" and makes no call' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'newPassword is required to confirmResetPassword',
    cause: 'setting a blank new password',
    visibility: { notShownBecause: 'Reset Password shows "Enter a new password" and makes no call' },
    ruleId: 'WORDS-1',
  },
  {
    message: 'An unknown error has occurred.',
    cause: 'a failure unknown to Amplify, such as an invalid stored token',
    visibility: { notShownBecause: 'shown only for a failure without any message; fetchAuthSession' },
    ruleId: 'WORDS-1',
  },
];
