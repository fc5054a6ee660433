/** The `Date` header has whole seconds. */
const DATE_PRECISION_MS = 1000;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface TimedFetchParts {
  fetch: Fetch;
  /** Epoch milliseconds by this machine. */
  now: () => number;
  recordAnswerTime: (serverTime: number, timing: { from: number; precisionMs: number }) => void;
}

/** Reads the server's time from the `Date` header of every answer. */
export function createTimedFetch({ fetch, now, recordAnswerTime }: TimedFetchParts): Fetch {
  return async (url, init) => {
    const requestedAt = now();
    const response = await fetch(url, init);
    const serverTime = Date.parse(response.headers.get('date') ?? '');
    if (!Number.isNaN(serverTime))
      recordAnswerTime(serverTime, { from: requestedAt, precisionMs: DATE_PRECISION_MS });
    return response;
  };
}
