/** How long the database may take for an answer, in milliseconds. */
export const STORE_TIMEOUT_MS = 3000;

export interface TimeoutBreakerParts {
  /** Rejects when it is called off. */
  delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Settles when the one who did not answer does again. */
  waitForRecovery: () => Promise<unknown>;
  /** Told then. */
  onRecovered: () => void;
}

/** Waits for an answer, but not for ever. @throws {DOMException} TimeoutError when none came */
export type RunWithTimeout = <T>(work: (givenUp: AbortSignal) => Promise<T>) => Promise<T>;

/** After one silence nobody else waits, until there is an answer again. */
export function createTimeoutBreaker({
  delay,
  waitForRecovery,
  onRecovered,
}: TimeoutBreakerParts): RunWithTimeout {
  let isOpen = false;

  function openBreaker(): void {
    if (isOpen) return;
    isOpen = true;
    const back = () => {
      isOpen = false;
      onRecovered();
    };
    // A failure is an answer too.
    waitForRecovery().then(back, back);
  }

  return async (work) => {
    if (isOpen) throw createTimeoutError();
    const answered = new AbortController();
    const givenUp = new AbortController();
    const tooLong = async (): Promise<never> => {
      await delay(STORE_TIMEOUT_MS, answered.signal);
      openBreaker();
      const reason = createTimeoutError();
      givenUp.abort(reason);
      throw reason;
    };
    try {
      return await Promise.race([work(givenUp.signal), tooLong()]);
    } finally {
      answered.abort();
    }
  };
}

function createTimeoutError(): DOMException {
  return new DOMException('The database does not answer', 'TimeoutError');
}
