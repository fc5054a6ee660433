/** Keys are fetched anew for an unknown key id at most this often, in milliseconds. */
const REFETCH_EVERY_MS = 60_000;

/** What aws-jwt-verify asks before it fetches keys. */
export interface PenaltyBox {
  wait(jwksUri: string, kid: string): Promise<void>;
  registerFailedAttempt(jwksUri: string, kid: string): void;
  registerSuccessfulAttempt(jwksUri: string, kid: string): void;
}

/** Lets made-up key ids cost one fetch a minute, however many come. @param monotonicMs a clock that never jumps */
export function createPenaltyBox(monotonicMs: () => number): PenaltyBox {
  const failedAt = new Map<string, number>();
  return {
    wait(jwksUri) {
      const isPenalty = monotonicMs() - (failedAt.get(jwksUri) ?? -Infinity) < REFETCH_EVERY_MS;
      return isPenalty ? Promise.reject(new Error('Keys were fetched a moment ago')) : Promise.resolve();
    },
    registerFailedAttempt: (jwksUri) => void failedAt.set(jwksUri, monotonicMs()),
    registerSuccessfulAttempt: (jwksUri) => void failedAt.delete(jwksUri),
  };
}
