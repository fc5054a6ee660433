/**
 * A failed call: the response's status and its error codes, never empty. Status 0 means that no response arrived. The texts of the
 * codes are in the contract, outside the first chunk.
 */
export class ApiError extends Error {
  readonly status: number;
  readonly codes: readonly string[];

  constructor(status: number, codes: readonly string[]) {
    super(codes.join(', '));
    this.name = 'ApiError';
    this.status = status;
    this.codes = codes;
  }
}

/** Converts any thrown value to error codes that a screen can show. */
export function toErrorCodes(failure: unknown): readonly string[] {
  return failure instanceof ApiError ? failure.codes : ['generic_500'];
}

export function hasErrorCode(failure: unknown, code: string): boolean {
  return failure instanceof ApiError && failure.codes.includes(code);
}

/** Whether no request reached a server, so that there is no error to report. */
export function isUnreachable(failure: unknown): boolean {
  return failure instanceof ApiError && failure.status === 0;
}

/** Why no request reached a server, as far as the browser knows. */
export const unreachableText = () => (navigator.onLine ? 'We can’t reach Cruddur' : 'You are offline');

/** When an unreachable page is loaded: it tries again by itself. */
export const unreachableHint = () =>
  `This page will load as soon as ${navigator.onLine ? 'we can' : 'you’re back online'}.`;
