export type OAuthErrorCode =
  | 'invalid_client'
  | 'invalid_grant'
  | 'invalid_request'
  | 'redirect_mismatch'
  | 'unauthorized_client'
  | 'unsupported_grant_type';

/** A refusal of the hosted endpoints; travels as `{error}` with status 400. */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;

  constructor(code: OAuthErrorCode) {
    super(code);
    this.code = code;
  }
}
