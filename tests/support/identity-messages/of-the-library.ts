import type { Row } from './row.ts';

const UNREACHED = 'no screen can make this call';

/** Amplify's own words, as installed. Those that a person can read stand in `on-screens`. */
export const ofTheLibrary: Row[] = [
  {
    says: 'Invalid tokens.',
    act: 'storing tokens that are not there',
    seen: { byNobody: `${UNREACHED}: setTokens` },
    proof: 'WORDS-2',
  },
  {
    says: 'Auth Token Provider not configured.',
    act: 'none: Amplify has the words and no call that says them',
    seen: { byNobody: 'the installed Amplify says "Auth UserPool not configured." in its place' },
    proof: 'WORDS-2',
  },
  {
    says: 'Auth session was not found. Make sure to call signIn.',
    act: 'loading tokens where nobody signed in',
    seen: { byNobody: 'loadTokens swallows it and answers null: a visitor' },
    proof: 'WORDS-2',
  },
  {
    says: 'User needs to be authenticated to call this API.',
    act: 'asking for the attributes of nobody',
    seen: { byNobody: 'screens ask only when somebody is signed in: fetchUserAttributes' },
    proof: 'WORDS-2',
  },
  {
    says: "Token refresh is not supported when authenticated with the 'implicit grant' (token) oauth flow. \n\tPlease change your oauth configuration to use 'code grant' flow.",
    act: 'refreshing a sign-in by the implicit grant',
    seen: { byNobody: 'the session ends quietly and the person is a visitor: fetchAuthSession' },
    proof: 'WORDS-2',
  },
  {
    says: 'An error occurred when attempting to log out from OAuth provider.',
    act: 'none in browsers: a sign-out there is a redirect, which answers nothing',
    seen: { byNobody: 'only native apps have a session window that can fail' },
    proof: 'WORDS-2',
  },
  {
    says: 'The given preferredRedirectUrl does not match any items in the redirectSignOutUrls array from the config.',
    act: 'signing out to an address that is not listed',
    seen: { byNobody: 'we never prefer one: getRedirectUrl' },
    proof: 'WORDS-2',
  },
  {
    says: 'Invalid Idtoken.',
    act: 'credentials for an ID token that names no issuer',
    seen: { byNobody: `${UNREACHED}: fetchAuthSession with an identity pool` },
    proof: 'WORDS-2',
  },
  {
    says: 'Cognito did not respond with either Credentials, AccessKeyId or SecretKey.',
    act: 'credentials from an identity pool that gives none, for guests and for people',
    seen: { byNobody: `${UNREACHED}: fetchAuthSession with an identity pool` },
    proof: 'WORDS-2',
  },
  {
    says: 'Received undefined response from getId operation',
    act: 'an identity pool that gives no identity',
    seen: { byNobody: `${UNREACHED}: fetchAuthSession with an identity pool` },
    proof: 'WORDS-2',
  },
  {
    says: 'Invalid identity pool id provided.',
    act: 'credentials with an identity pool id that has no colon',
    seen: { byNobody: 'the server refuses to start with it; without a server: fetchAuthSession' },
    proof: 'WORDS-2',
  },
  {
    says: 'Invalid config parameter.',
    act: 'a configuration of the old form without the region of the project',
    seen: { byNobody: 'our configuration has another form: Amplify.configure' },
    proof: 'WORDS-2',
  },
  {
    says: 'username is required to signIn',
    act: 'signing in without an email',
    seen: { byNobody: 'Sign In is disabled until both fields are filled' },
    proof: 'WORDS-2',
  },
  {
    says: 'password is required to signIn',
    act: 'signing in without a password',
    seen: { byNobody: 'Sign In is disabled until both fields are filled' },
    proof: 'WORDS-2',
  },
  {
    says: 'username is required to signUp',
    act: 'signing up without an email',
    seen: { byNobody: 'Sign Up says "An email is needed" and asks nobody' },
    proof: 'WORDS-2',
  },
  {
    says: 'username is required to resetPassword',
    act: 'pressing Send Recovery Code without an email',
    seen: { at: 'Password recovery: error box' },
    proof: 'WORDS-2',
  },
  {
    says: 'confirmationCode is required to confirmResetPassword',
    act: 'pressing Reset Password without a code',
    seen: { at: 'Password recovery: error box' },
    proof: 'WORDS-2',
  },
  {
    says: 'newPassword is required to confirmResetPassword',
    act: 'pressing Reset Password without a new password',
    seen: { at: 'Password recovery: error box' },
    proof: 'WORDS-2',
  },
  {
    says: 'An unknown error has occurred.',
    act: 'a failure that Amplify cannot name, such as a stored token that is none',
    seen: { byNobody: 'on screens only where a failure has no words at all; fetchAuthSession' },
    proof: 'WORDS-2',
  },
];
