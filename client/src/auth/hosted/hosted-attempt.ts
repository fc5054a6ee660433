/** A sign-in at hosted pages that this tab began: what only it knows, and where it is sent back to. */
export type HostedAttempt = { state: string; verifier: string; redirect: string };

const KEY = 'cruddur-hosted-sign-in';

/** The one attempt of a tab. Removed when it is read, so a repeated answer finds none. */
export function createAttemptStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>) {
  return {
    write: (attempt: HostedAttempt) => storage.setItem(KEY, JSON.stringify(attempt)),
    readAndRemove: (): HostedAttempt | null => {
      const kept = storage.getItem(KEY);
      storage.removeItem(KEY);
      return kept === null ? null : (JSON.parse(kept) as HostedAttempt);
    },
  };
}
