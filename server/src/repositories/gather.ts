/**
 * Makes one statement out of calls that are made at the same time. `all` answers every call, in their order; its failure
 * is everybody's.
 */
export type Gather = <I, O>(all: (calls: readonly I[]) => Promise<readonly O[]>) => (call: I) => Promise<O>;

interface Caller<I, O> {
  call: I;
  answer: (answer: O) => void;
  fail: (error: unknown) => void;
}

/** For the statements of one transaction, which run one after the other. */
export function createGather(): Gather {
  let coming: (() => Promise<void>)[] = [];
  let turns = Promise.resolve();

  async function takeTurn(): Promise<void> {
    await everybodyWaits();
    const statements = coming;
    coming = [];
    for (const statement of statements) await statement();
  }

  return <I, O>(all: (calls: readonly I[]) => Promise<readonly O[]>) => {
    let callers: Caller<I, O>[] = [];

    async function execute(): Promise<void> {
      const asking = callers;
      callers = [];
      try {
        const answers = await all(asking.map(({ call }) => call));
        asking.forEach(({ answer }, index) => answer(answers[index] as O));
      } catch (error) {
        asking.forEach(({ fail }) => fail(error));
      }
    }

    return (call: I) =>
      new Promise<O>((answer, fail) => {
        if (coming.length === 0) turns = turns.then(takeTurn);
        if (callers.length === 0) coming.push(execute);
        callers.push({ call, answer, fail });
      });
  };
}

/** Ticks come when no promise can go on any more: by then everything that is asked now has been asked. */
function everybodyWaits(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve));
}
