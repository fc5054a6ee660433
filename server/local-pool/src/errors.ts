export type PoolErrorName =
  | 'AliasExistsException'
  | 'CodeMismatchException'
  | 'ExpiredCodeException'
  | 'InternalErrorException'
  | 'InvalidParameterException'
  | 'InvalidPasswordException'
  | 'LimitExceededException'
  | 'NotAuthorizedException'
  | 'RefreshTokenReuseException'
  | 'RequestEntityTooLargeException'
  | 'ResourceNotFoundException'
  | 'SerializationException'
  | 'ServiceUnavailableException'
  | 'TooManyRequestsException'
  | 'UnknownOperationException'
  | 'UnsupportedTokenTypeException'
  | 'UserNotConfirmedException'
  | 'UserNotFoundException'
  | 'UsernameExistsException'
  | 'WebAuthnChallengeNotFoundException'
  | 'WebAuthnCredentialNotSupportedException'
  | 'WebAuthnOriginNotAllowedException';

/** A refusal in Cognito's form; the answer carries `name` as `__type`. */
export class PoolError extends Error {
  override readonly name: PoolErrorName;

  constructor(name: PoolErrorName, message: string) {
    super(message);
    this.name = name;
  }
}

const refusal = (name: PoolErrorName, message: string) => () => new PoolError(name, message);

/** Every refusal with a fixed text: Cognito's own text where it has one. */
export const refusals = {
  incorrectLogin: refusal('NotAuthorizedException', 'Incorrect username or password.'),
  invalidSession: refusal('NotAuthorizedException', 'Invalid session for the user.'),
  noSuchPerson: refusal('UserNotFoundException', 'User does not exist.'),
  notConfirmed: refusal('UserNotConfirmedException', 'User is not confirmed.'),
  alreadyConfirmed: refusal(
    'NotAuthorizedException',
    'User cannot be confirmed. Current status is CONFIRMED',
  ),
  nothingToConfirm: refusal('InvalidParameterException', 'User is already confirmed.'),
  emailTaken: refusal('UsernameExistsException', 'An account with the given email already exists.'),
  handleTaken: refusal(
    'UsernameExistsException',
    'An account with the given preferred_username already exists.',
  ),
  aliasTaken: refusal('AliasExistsException', 'An account with the given preferred_username already exists.'),
  wrongCode: refusal('CodeMismatchException', 'Invalid verification code provided, please try again.'),
  expiredCode: refusal('ExpiredCodeException', 'Invalid code provided, please request a code again.'),
  shortPassword: refusal(
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  ),
  invalidAccessToken: refusal('NotAuthorizedException', 'Invalid Access Token'),
  expiredAccessToken: refusal('NotAuthorizedException', 'Access Token has expired'),
  revokedAccessToken: refusal('NotAuthorizedException', 'Access Token has been revoked'),
  invalidRefreshToken: refusal('NotAuthorizedException', 'Invalid Refresh Token'),
  expiredRefreshToken: refusal('NotAuthorizedException', 'Refresh Token has expired'),
  revokedRefreshToken: refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
  reusedRefreshToken: refusal('RefreshTokenReuseException', 'Refresh token has been invalidated by rotation'),
  expiredTemporaryPassword: refusal(
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
  ),
  noPasskeyChallenge: refusal('WebAuthnChallengeNotFoundException', 'Challenge not found.'),
  badPasskey: refusal('WebAuthnCredentialNotSupportedException', 'The credential is not supported.'),
  passkeyOrigin: refusal('WebAuthnOriginNotAllowedException', 'The origin of the credential is not allowed.'),
  noSuchPasskey: refusal('ResourceNotFoundException', 'Passkey does not exist.'),
  tooManyPasskeys: refusal('LimitExceededException', 'The maximum number of passkeys is reached.'),
  noGuests: refusal(
    'NotAuthorizedException',
    'Unauthenticated access is not supported for this identity pool.',
  ),
  otherLogins: refusal(
    'NotAuthorizedException',
    "Logins don't match. Please provide at least one valid login for this identity or identity pool.",
  ),
  noSuchDevice: refusal('ResourceNotFoundException', 'Device does not exist.'),
  unsupportedToken: refusal('UnsupportedTokenTypeException', 'Unsupported token type'),
  readOnlyAttribute: refusal('NotAuthorizedException', 'A client attempted to write unauthorized attribute'),
  tooManySignIns: refusal(
    'TooManyRequestsException',
    'Password attempts exceeded, please try after some time.',
  ),
  tooManyCodes: refusal('LimitExceededException', 'Attempt limit exceeded, please try after some time.'),
  tooManyRequests: refusal('TooManyRequestsException', 'Too many requests'),
  unknownOperation: refusal('UnknownOperationException', 'The requested operation is not supported.'),
  brokenJson: refusal('SerializationException', 'The request body is not a JSON object'),
  tooLarge: refusal('RequestEntityTooLargeException', 'The request body is too large'),
  unavailable: refusal('ServiceUnavailableException', 'The service is not available right now'),
  internal: refusal('InternalErrorException', 'An internal server error has occurred'),
} as const;

/** A login that does not prove an identity. */
export const invalidLogin = (reason: string): PoolError =>
  new PoolError('NotAuthorizedException', `Invalid login token. ${reason}`);

export const noIdentityPool = (id: string): PoolError =>
  new PoolError('ResourceNotFoundException', `IdentityPool '${id}' not found.`);

export const noIdentity = (id: string): PoolError =>
  new PoolError('ResourceNotFoundException', `Identity '${id}' not found.`);

/** A parameter with an unacceptable value. */
export const invalidParameter = (message: string): PoolError =>
  new PoolError('InvalidParameterException', message);

export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'redirect_mismatch'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A refusal of the hosted endpoints, answered as `{error}` with status 400. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode) {
    super(code);
    this.code = code;
  }
}
