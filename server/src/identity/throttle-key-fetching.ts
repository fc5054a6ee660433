import { FetchError } from 'aws-jwt-verify/error';

/** Keys are fetched again for an unknown key id at most this often, in milliseconds. */
const REFETCH_EVERY_MS = 60_000;
/** How long no fetch follows a failed one, in milliseconds. */
const RETRY_AFTER_MS = 5000;

/** The interface by which aws-jwt-verify limits its fetches of keys. */
export interface PenaltyBox {
  wait(jwksUri: string, kid: string): Promise<void>;
  registerFailedAttempt(jwksUri: string, kid: string): void;
  registerSuccessfulAttempt(jwksUri: string, kid: string): void;
}

export interface KeyFetcher {
  fetch(jwksUri: string): Promise<ArrayBuffer>;
}

/**
 * Bounds the fetches of keys: one per minute for any number of unknown key ids, and one per five seconds while the host is
 * unreachable, when tokens are refused with a FetchError.
 * @param monotonicMs a clock that never jumps
 */
export function throttleKeyFetching(
  fetcher: KeyFetcher,
  monotonicMs: () => number,
): { fetcher: KeyFetcher; penaltyBox: PenaltyBox } {
  const unknownAt = new Map<string, number>();
  const failedAt = new Map<string, number>();
  const isWithin = (ms: number, since: number | undefined) =>
    since !== undefined && monotonicMs() - since < ms;

  return {
    fetcher: {
      async fetch(jwksUri) {
        try {
          return await fetcher.fetch(jwksUri);
        } catch (error) {
          failedAt.set(jwksUri, monotonicMs());
          throw error;
        }
      },
    },
    penaltyBox: {
      wait: (jwksUri) => {
        if (isWithin(RETRY_AFTER_MS, failedAt.get(jwksUri))) {
          return Promise.reject(new FetchError(jwksUri, 'The last fetch of keys failed less than 5 s ago'));
        }
        const isPenalty = isWithin(REFETCH_EVERY_MS, unknownAt.get(jwksUri));
        return isPenalty
          ? Promise.reject(new Error('Keys were fetched less than a minute ago'))
          : Promise.resolve();
      },
      registerFailedAttempt: (jwksUri) => void unknownAt.set(jwksUri, monotonicMs()),
      registerSuccessfulAttempt: (jwksUri) => void unknownAt.delete(jwksUri),
    },
  };
}
