/**
 * Batches concurrent calls into one statement. `runAll` returns the results in the order of the calls; its failure rejects all of
 * them.
 */
export type BatchCalls = <I, O>(
  runAll: (calls: readonly I[]) => Promise<readonly O[]>,
) => (call: I) => Promise<O>;

interface PendingCall<I, O> {
  call: I;
  resolve: (result: O) => void;
  reject: (error: unknown) => void;
}

/** Batches the statements of one transaction, which run one after the other. */
export function createBatchCalls(): BatchCalls {
  let pending: (() => Promise<void>)[] = [];
  let lastRun = Promise.resolve();

  async function runPending(): Promise<void> {
    await nextTick();
    const statements = pending;
    pending = [];
    for (const statement of statements) await statement();
  }

  return <I, O>(runAll: (calls: readonly I[]) => Promise<readonly O[]>) => {
    let pendingCalls: PendingCall<I, O>[] = [];

    async function execute(): Promise<void> {
      const batch = pendingCalls;
      pendingCalls = [];
      try {
        const results = await runAll(batch.map(({ call }) => call));
        batch.forEach(({ resolve }, index) => resolve(results[index] as O));
      } catch (error) {
        batch.forEach(({ reject }) => reject(error));
      }
    }

    return (call: I) =>
      new Promise<O>((resolve, reject) => {
        if (pending.length === 0) lastRun = lastRun.then(runPending);
        if (pendingCalls.length === 0) pending.push(execute);
        pendingCalls.push({ call, resolve, reject });
      });
  };
}

/** A tick runs after all pending microtasks: by then every concurrent call has been made. */
function nextTick(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
