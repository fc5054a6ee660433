/** The results of a commit that are passed on per turn of the event loop: all at once, their answers would delay other requests. */
const CALLS_PER_TURN = 4;

/** Adds calls, which are made in order and a few per turn; the first ones at once if none are waiting. */
export type CallInTurns = (calls: readonly (() => void)[]) => void;

export function createTurnQueue(): CallInTurns {
  const waiting: (() => void)[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    while (waiting.length > 0) {
      for (const call of waiting.splice(0, CALLS_PER_TURN)) call();
      if (waiting.length > 0) await nextEventLoopTurn();
    }
    isRunning = false;
  }

  return (calls) => {
    waiting.push(...calls);
    if (!isRunning) void runAll();
  };
}

export function nextEventLoopTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
