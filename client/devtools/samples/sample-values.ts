import { statusOfCodes, type ErrorCode } from '@cruddur/shared';
import { ApiError } from '../../src/base/http/api-error.ts';
import type { Person } from '../../src/base/session/identity-provider.ts';

/** A fictional user. */
export const ines: Person = {
  handle: 'inesvarga',
  display_name: 'Ines Varga',
  cognito_id: '0b5c1e0e-7c2a-4c0f-9b0e-3f1f6d3c8a11',
};
export const EMAIL = 'ines@example.com';
export const PASSWORD = 'a long enough password';
export const CODE = '123456';

/** An error of the identity provider, as a machine receives it. */
export const providerError = (name: string, message: string) => ({ error: { name, message } });

export const NETWORK_ERROR = providerError('NetworkError', 'A network error has occurred.');
export const NOT_AUTHORIZED_ERROR = providerError(
  'NotAuthorizedException',
  'Incorrect username or password.',
);
export const WRONG_CODE_ERROR = providerError(
  'CodeMismatchException',
  'Invalid verification code provided, please try again.',
);

/** An answer of the API with an error code. */
export const apiError = (code: ErrorCode) => ({ error: new ApiError(statusOfCodes([code]), [code]) });

/** The API does not answer. */
export const NO_ANSWER_ERROR = { error: new ApiError(0, ['generic_500']) };
