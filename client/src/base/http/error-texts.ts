import { errorText } from '@cruddur/shared';
import { toErrorCodes } from './api-error.ts';

/** The texts of a failure for the screen: one sentence per code. Apart from `api-error`, which is in the first chunk. */
export function toErrorTexts(failure: unknown): string[] {
  return toErrorCodes(failure).map(errorText);
}
