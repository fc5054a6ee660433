/** Why outside work failed, as far as a machine needs to know. */
export type Failure = { name: string; message: string };

/** The funnel from whatever was thrown. An absent message stays empty, so that each machine can say its own words. */
export function failureOf(error: unknown): Failure {
  if (typeof error !== 'object' || error === null) return { name: 'Error', message: '' };
  const { name, message } = error as Partial<Record<keyof Failure, unknown>>;
  return {
    name: typeof name === 'string' ? name : 'Error',
    message: typeof message === 'string' ? message : '',
  };
}

/** Which service error it is; some carry more after the name. */
export function isFailure(error: unknown, name: string): boolean {
  return failureOf(error).name.startsWith(name);
}

/** The connection was lost, which says nothing about what was sent. */
export function isNetworkFailure(error: unknown): boolean {
  return isFailure(error, 'NetworkError');
}
