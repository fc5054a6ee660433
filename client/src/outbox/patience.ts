/** How long the database may take for an answer, in milliseconds. */
export const PATIENCE_MS = 3000;

export interface PatienceParts {
  /** Rejects when it is called off. */
  delay: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Settles when the one who did not answer does again. */
  answersAgain: () => Promise<unknown>;
  /** Told then. */
  returned: () => void;
}

/** Waits for an answer, but not for ever. @throws {DOMException} TimeoutError when none came */
export type Ask = <T>(work: (givenUp: AbortSignal) => Promise<T>) => Promise<T>;

/** After one silence nobody else waits, until there is an answer again. */
export function createPatience({ delay, answersAgain, returned }: PatienceParts): Ask {
  let isSilent = false;

  function fallSilent(): void {
    if (isSilent) return;
    isSilent = true;
    const back = () => {
      isSilent = false;
      returned();
    };
    // A failure is an answer too.
    answersAgain().then(back, back);
  }

  return async (work) => {
    if (isSilent) throw noAnswer();
    const answered = new AbortController();
    const givenUp = new AbortController();
    const tooLong = async (): Promise<never> => {
      await delay(PATIENCE_MS, answered.signal);
      fallSilent();
      const reason = noAnswer();
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

function noAnswer(): DOMException {
  return new DOMException('The database does not answer', 'TimeoutError');
}
