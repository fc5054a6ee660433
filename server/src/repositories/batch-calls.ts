/**
 * Makes one statement out of calls that are made at the same time. `all` answers every call, in their order; its failure
 * is everybody's.
 */
export type BatchCalls = <I, O>(
  all: (calls: readonly I[]) => Promise<readonly O[]>,
) => (call: I) => Promise<O>;

interface Caller<I, O> {
  call: I;
  answer: (answer: O) => void;
  fail: (error: unknown) => void;
}

/** For the statements of one transaction, which run one after the other. */
export function createBatchCalls(): BatchCalls {
  let pending: (() => Promise<void>)[] = [];
  let lastRun = Promise.resolve();

  async function runPending(): Promise<void> {
    await nextTick();
    const statements = pending;
    pending = [];
    for (const statement of statements) await statement();
  }

  return <I, O>(all: (calls: readonly I[]) => Promise<readonly O[]>) => {
    let callers: Caller<I, O>[] = [];

    async function execute(): Promise<void> {
      const batch = callers;
      callers = [];
      try {
        const answers = await all(batch.map(({ call }) => call));
        batch.forEach(({ answer }, index) => answer(answers[index] as O));
      } catch (error) {
        batch.forEach(({ fail }) => fail(error));
      }
    }

    return (call: I) =>
      new Promise<O>((answer, fail) => {
        if (pending.length === 0) lastRun = lastRun.then(runPending);
        if (callers.length === 0) pending.push(execute);
        callers.push({ call, answer, fail });
      });
  };
}

/** Ticks come when no promise can go on any more: by then everything that is asked now has been asked. */
function nextTick(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
