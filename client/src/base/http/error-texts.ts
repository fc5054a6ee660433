import { errorText } from '@cruddur/shared';
import { isUnreachable, toErrorCodes, unreachableText } from './api-error.ts';

/** The texts of a failure for the screen: one sentence per code. Apart from `api-error`, which is in the first chunk. */
export function toErrorTexts(failure: unknown): string[] {
  return isUnreachable(failure) ? [unreachableText()] : toErrorCodes(failure).map(errorText);
}

/** The same for a toast. */
export const toErrorSentences = (failure: unknown): string => `${toErrorTexts(failure).join('. ')}.`;
