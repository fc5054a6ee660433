/** The name and message of what an invoked actor failed with. */
export type Failure = { name: string; message: string };

/** Shown when a service reports no message. */
export const UNKNOWN_ERROR = 'An unknown error has occurred.';

/** Converts any thrown value. A missing message becomes an empty text, so that each machine can use its own fallback. */
export function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: '' };
  const { name, message } = error as Partial<Record<keyof Failure, unknown>>;
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : '',
  };
}

/** What an `onError` event carries. */
export type Failed = { error: unknown };

/** What a form shows of a failure: its message. */
export function failureText(error: unknown): string {
  return failureOf(error).message || UNKNOWN_ERROR;
}

/** The same as the only text of a list. */
export function failureTexts(error: unknown): readonly string[] {
  return [failureText(error)];
}

/** Whether a service reported the error of this name; some services append details to the name. */
export function isFailure(error: unknown, name: string): boolean {
  return failureOf(error).name.startsWith(name);
}

/** Whether the connection was lost: the request may have arrived or not. */
export function isNetworkFailure(error: unknown): boolean {
  return isFailure(error, 'NetworkError');
}
