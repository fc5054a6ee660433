/** A sign-in at hosted pages that this tab began: what only it knows, and where it is sent back to. */
export type Attempt = { state: string; verifier: string; redirect: string };

const KEY = 'cruddur-hosted-sign-in';

/** The one attempt of a tab. Taken once: an answer that comes again is nobody's. */
export function attemptStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    write: (attempt: Attempt) => storage.setItem(KEY, JSON.stringify(attempt)),
    take: (): Attempt | null => {
      const kept = storage.getItem(KEY);
      storage.removeItem(KEY);
      return kept === null ? null : (JSON.parse(kept) as Attempt);
    },
  };
}
