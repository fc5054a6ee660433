import { errorText } from '@cruddur/shared';

/** A call that did not succeed: the answer's status and its codes, never empty. Status 0 means there was no answer. */
export class ApiError extends Error {
  readonly status: number;
  readonly codes: readonly string[];

  constructor(status: number, codes: readonly string[]) {
    super(codes.map(errorText).join('. '));
    this.name = 'ApiError';
    this.status = status;
    this.codes = codes;
  }
}

/** The one funnel from whatever was thrown to codes a screen can show. */
export function toErrorCodes(failure: unknown): readonly string[] {
  return failure instanceof ApiError ? failure.codes : ['generic_500'];
}

/** The text people read for a failure: one sentence per code. */
export function toErrorTexts(failure: unknown): string[] {
  return toErrorCodes(failure).map(errorText);
}

export function hasErrorCode(failure: unknown, code: string): boolean {
  return failure instanceof ApiError && failure.codes.includes(code);
}
