import { statusOfCodes, type ErrorCode } from '@cruddur/shared';
import { ApiError } from '../../api/api-error.ts';

/** A refusal of the identity provider as a machine gets to see it. */
export const providerError = (name: string, message: string) => ({ error: { name, message } });

/** The line to the provider is cut. */
export const NETWORK_ERROR = providerError('NetworkError', 'A network error has occurred.');
export const NOT_AUTHORIZED_ERROR = providerError(
  'NotAuthorizedException',
  'Incorrect username or password.',
);
export const WRONG_CODE_ERROR = providerError(
  'CodeMismatchException',
  'Invalid verification code provided, please try again.',
);
export const NOT_FOUND_ERROR = providerError('ResourceNotFoundException', 'It is no longer there.');

/** An answer of the product that says no. */
export const apiError = (code: ErrorCode) => ({ error: new ApiError(statusOfCodes([code]), [code]) });

/** The product does not answer. */
export const NO_ANSWER_ERROR = { error: new ApiError(0, ['generic_500']) };
