import { statusOf, type ErrorCode } from '@cruddur/shared';
import { ApiError } from '../../api/api-error.ts';

/** A refusal of the identity provider as a machine gets to see it. */
export const refusal = (name: string, message: string) => ({ error: { name, message } });

/** The line to the provider is cut. */
export const NO_LINE = refusal('NetworkError', 'A network error has occurred.');
export const NOT_AUTHORIZED = refusal('NotAuthorizedException', 'Incorrect username or password.');
export const WRONG_CODE = refusal(
  'CodeMismatchException',
  'Invalid verification code provided, please try again.',
);
export const NO_LONGER_THERE = refusal('ResourceNotFoundException', 'It is no longer there.');

/** An answer of the product that says no. */
export const answer = (code: ErrorCode) => ({ error: new ApiError(statusOf([code]), [code]) });

/** The product does not answer. */
export const NO_ANSWER = { error: new ApiError(0, ['generic_500']) };
