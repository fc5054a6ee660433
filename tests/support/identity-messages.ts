interface IdentityMessage {
  message: string;
  /** The action that causes it. */
  cause: string;
  /** The rule whose test causes it. */
  ruleId: string;
}

type Row = readonly [message: string, cause: string, ruleId: string];

/** By the place where a message is shown, or the reason why it is not. */
const MESSAGES: Record<string, readonly Row[]> = {
  'Sign in: error box': [
    ['Incorrect email or password', 'signing in with a wrong password, or an unknown email', 'WORDS-3'],
    [
      'Unexpected signIn step',
      'signing in when the pool requires a step that no screen has, such as a second factor',
      'AUTH-5',
    ],
    ['An unknown error occurred', 'a sign-in that fails for an unknown reason', 'AUTH-3'],
    ['Sign in failed: No token received from session.', 'a sign-in that completes without a token', 'AUTH-1'],
    ['Password attempts exceeded, please try after some time.', 'many wrong passwords in a row', 'POOL-18'],
    [
      'User does not exist.',
      'signing in at a pool that reveals it; the local pool answers unknown and known emails alike',
      'AUTH-3',
    ],
    ['Invalid config parameter.', 'signing in without the region of the pool', 'WORDS-3'],
    [
      'signInRedirect or signOutRedirect had an invalid format or was not found.',
      'Continue with the hosted page, with a redirect that is no web address',
      'WORDS-3',
    ],
    [
      'redirect is coming from a different origin. The oauth flow needs to be initiated from the same origin',
      'Continue with the hosted page, with a redirect to another site',
      'WORDS-3',
    ],
    [
      'The passkey was not used. Try again, or sign in with your password.',
      'cancelling the passkey dialog of the browser',
      'ACCOUNT-6',
    ],
    [
      'There is no passkey for this account on this device. Sign in with your password.',
      'Use a passkey, for an account that has none or that does not exist',
      'ACCOUNT-6',
    ],
  ],
  'Sign in, sign up, confirm, recovery: error box': [
    ['A network error has occurred.', 'any call without a connection, after three tries', 'WORDS-3'],
  ],
  'Sign up: error box': [
    [
      'This username or email is already registered.',
      'signing up with a registered email or username',
      'WORDS-3',
    ],
    ['Signup failed', 'a sign-up that fails for an unknown reason', 'AUTH-9'],
  ],
  'Sign up, password recovery: error box and field': [
    [
      'Enter a password of at least 8 characters',
      'signing up, or setting a new password, with fewer than 8 characters',
      'WORDS-3',
    ],
    [
      'Enter a password of at most 256 characters',
      'signing up, or setting a new password, with more than 256 characters',
      'ACCOUNT-2',
    ],
    [
      'This password is not accepted, choose another',
      'a password that the policy of the pool refuses for another reason than its length',
      'AUTH-9',
    ],
  ],
  'Sign up, confirm, password recovery: error box and field': [
    [
      'Enter your email',
      'pressing Sign Up, Confirm Email, Resend Activation Code or Send Recovery Code without an email',
      'WORDS-3',
    ],
  ],
  'Confirm, password recovery: error box and field': [
    ['Enter the code from the email', 'pressing Confirm Email or Reset Password without a code', 'WORDS-3'],
  ],
  'Password recovery: error box and field': [
    ['Enter a new password', 'pressing Reset Password without a new password', 'AUTH-2'],
    ['Enter the new password again', 'pressing Reset Password without its repetition', 'ACCOUNT-2'],
    ['Passwords do not match', 'two new passwords that differ', 'WORDS-3'],
  ],
  'Sign up: error box and field': [
    ['Enter a password', 'pressing Sign Up without a password', 'ACCOUNT-2'],
    ['Enter your name', 'pressing Sign Up without a name', 'ACCOUNT-2'],
    ['Enter a name of at most 50 characters', 'pressing Sign Up with a longer name', 'ACCOUNT-2'],
    [
      'This name is not allowed, choose another',
      'pressing Sign Up with a name that is reserved or misleads',
      'ACCOUNT-2',
    ],
    ['Enter a username', 'pressing Sign Up without a username', 'ACCOUNT-2'],
  ],
  'Sign up, confirm, password recovery: error box and email': [
    [
      'Enter an email address such as name@example.com',
      'pressing Sign Up, Confirm Email or Send Recovery Code with an email that is no address',
      'ACCOUNT-2',
    ],
    ['Enter an email address of at most 128 characters', 'the same with a longer address', 'ACCOUNT-2'],
  ],
  'Confirm: notice': [
    ['A new activation code has been sent to your email', 'pressing Resend Activation Code', 'WORDS-3'],
  ],
  'Confirm, password recovery: error box and code': [
    ['Invalid verification code provided, please try again.', 'confirming with a wrong code', 'WORDS-3'],
    [
      'Invalid code provided, please request a code again.',
      'confirming with a code that is too old, used, replaced, or guessed at five times',
      'POOL-10',
    ],
  ],
  'Confirm, password recovery: error box': [
    ['Attempt limit exceeded, please try after some time.', 'requesting many codes in a row', 'POOL-18'],
  ],
  'Confirm: error box': [
    [
      'This email is confirmed already',
      'confirming once more, or requesting a code for a confirmed user',
      'WORDS-3',
    ],
  ],
  'Not shown: the sign-in continues on the confirmation page': [
    ['User is not confirmed.', 'signing in before the email is confirmed', 'AUTH-4'],
  ],
  'Not shown: the sign-in continues on the recovery page': [
    ['Password reset required', 'signing in when the pool requires a new password', 'AUTH-4'],
  ],
  'Password recovery: the last step': [
    ['Your password has been successfully reset!', 'the right code and a new password', 'WORDS-3'],
  ],
  'Sign in: error box; on a server, the line that refuses the start': [
    ['Auth UserPool not configured.', 'signing in at a client that was built without a pool', 'WORDS-3'],
    ['Invalid user pool id provided.', 'signing in with a pool id that has no underscore', 'WORDS-3'],
    [
      'Invalid identity pool id provided.',
      'signing in with an identity pool id that has no colon',
      'WORDS-3',
    ],
    [
      'oauth param not configured.',
      'Continue with the hosted page, with half of its configuration',
      'WORDS-3',
    ],
  ],
  'Hosted page: alert. The sign-in form shows "Incorrect email or password"': [
    ['Incorrect username or password.', 'a wrong password at the hosted page of the local pool', 'POOL-27'],
  ],
  'Sign up: error box, with the reason at the field': [
    [
      'Choose another username',
      'pressing Sign Up with a username that is invalid or known to be taken',
      'ACCOUNT-1',
    ],
  ],
  'Not shown: no screen can make this call: setTokens': [
    ['Invalid tokens.', 'storing missing tokens', 'WORDS-1'],
  ],
  'Not shown: the installed Amplify reports "Auth UserPool not configured." instead': [
    ['Auth Token Provider not configured.', 'none: Amplify has the text and no call that uses it', 'WORDS-1'],
  ],
  'Not shown: loadTokens catches it and returns null: a visitor': [
    ['Auth session was not found. Make sure to call signIn.', 'loading tokens without a session', 'WORDS-1'],
  ],
  'Not shown: screens call it only with a session: fetchUserAttributes': [
    ['User needs to be authenticated to call this API.', 'reading attributes without a session', 'WORDS-1'],
  ],
  'Not shown: the session ends without a message: fetchAuthSession': [
    [
      "Token refresh is not supported when authenticated with the 'implicit grant' (token) oauth flow. Please change your oauth configuration to use 'code grant' flow.",
      'refreshing a sign-in by the implicit grant',
      'WORDS-1',
    ],
  ],
  'Not shown: only native apps have a session window that can fail': [
    [
      'An error occurred when attempting to log out from OAuth provider.',
      'none in browsers: a sign-out there is a redirect without an answer',
      'WORDS-1',
    ],
  ],
  'Not shown: the client passes none: getRedirectUrl': [
    [
      'The given preferredRedirectUrl does not match any items in the redirectSignOutUrls array from the config.',
      'signing out to an address that is not listed',
      'WORDS-1',
    ],
  ],
  'Not shown: no screen can make this call: fetchAuthSession with an identity pool': [
    ['Invalid Idtoken.', 'credentials for an ID token without an issuer', 'WORDS-1'],
    [
      'Cognito did not respond with either Credentials, AccessKeyId or SecretKey.',
      'credentials from an identity pool that returns none, for guests and for users',
      'WORDS-1',
    ],
    [
      'Received undefined response from getId operation',
      'an identity pool that returns no identity',
      'WORDS-1',
    ],
  ],
  'Not shown: Sign In is disabled until both fields are filled': [
    ['username is required to signIn', 'signing in without an email', 'WORDS-1'],
    ['password is required to signIn', 'signing in without a password', 'WORDS-1'],
  ],
  'Not shown: Sign Up shows "Enter your email" and makes no call': [
    ['username is required to signUp', 'signing up without an email', 'WORDS-1'],
  ],
  'Not shown: Confirm Email shows "Enter your email" and makes no call': [
    ['username is required to confirmSignUp', 'confirming a sign-up without an email', 'WORDS-1'],
  ],
  'Not shown: Confirm Email shows "Enter the code from the email" and makes no call': [
    ['code is required to confirmSignUp', 'confirming a sign-up without a code', 'WORDS-1'],
  ],
  'Not shown: Send Recovery Code shows "Enter your email" and makes no call': [
    ['username is required to resetPassword', 'requesting a recovery code without an email', 'WORDS-1'],
  ],
  'Not shown: Reset Password shows "Enter the code from the email" and makes no call': [
    [
      'confirmationCode is required to confirmResetPassword',
      'setting a new password without a code',
      'WORDS-1',
    ],
  ],
  'Not shown: Reset Password shows "Enter a new password" and makes no call': [
    ['newPassword is required to confirmResetPassword', 'setting a blank new password', 'WORDS-1'],
  ],
  'Not shown: shown only for a failure without any message; fetchAuthSession': [
    [
      'An unknown error has occurred.',
      'a failure unknown to Amplify, such as an invalid stored token',
      'WORDS-1',
    ],
  ],
};

/** Every message about identity. */
export const identityMessages: readonly IdentityMessage[] = Object.values(MESSAGES).flatMap((rows) =>
  rows.map(([message, cause, ruleId]) => ({ message, cause, ruleId })),
);
