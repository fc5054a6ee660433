import { FetchError } from 'aws-jwt-verify/error';

/** Keys are fetched anew for an unknown key id at most this often, in milliseconds. */
const REFETCH_EVERY_MS = 60_000;
/** After a fetch that failed, the next one is made this much later. */
const RETRY_AFTER_MS = 5000;

/** What aws-jwt-verify asks before it fetches keys. */
export interface PenaltyBox {
  wait(jwksUri: string, kid: string): Promise<void>;
  registerFailedAttempt(jwksUri: string, kid: string): void;
  registerSuccessfulAttempt(jwksUri: string, kid: string): void;
}

export interface KeyFetcher {
  fetch(jwksUri: string): Promise<ArrayBuffer>;
}

/**
 * Lets made-up key ids cost one fetch a minute, however many come, and a host that is out of reach one in five seconds: what
 * is refused in between is not the token's fault. @param monotonicMs a clock that never jumps
 */
export function throttleKeyFetching(
  fetcher: KeyFetcher,
  monotonicMs: () => number,
): { fetcher: KeyFetcher; penaltyBox: PenaltyBox } {
  const unknownAt = new Map<string, number>();
  const lostAt = new Map<string, number>();
  const isWithin = (span: number, since: number | undefined) =>
    since !== undefined && monotonicMs() - since < span;

  return {
    fetcher: {
      async fetch(jwksUri) {
        try {
          return await fetcher.fetch(jwksUri);
        } catch (error) {
          lostAt.set(jwksUri, monotonicMs());
          throw error;
        }
      },
    },
    penaltyBox: {
      wait: (jwksUri) => {
        if (isWithin(RETRY_AFTER_MS, lostAt.get(jwksUri))) {
          return Promise.reject(new FetchError(jwksUri, 'Keys were out of reach a moment ago'));
        }
        const isPenalty = isWithin(REFETCH_EVERY_MS, unknownAt.get(jwksUri));
        return isPenalty ? Promise.reject(new Error('Keys were fetched a moment ago')) : Promise.resolve();
      },
      registerFailedAttempt: (jwksUri) => void unknownAt.set(jwksUri, monotonicMs()),
      registerSuccessfulAttempt: (jwksUri) => void unknownAt.delete(jwksUri),
    },
  };
}
