/** Adds calls, which are made in order, one per turn of the event loop; the first one at once if none are waiting. */
export type CallInTurns = (calls: readonly (() => void)[]) => void;

/** For the results of a commit: with several per turn, their answers and the calls that follow them delay other requests. */
export function createTurnQueue(): CallInTurns {
  const waiting: (() => void)[] = [];
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let call = waiting.shift(); call; call = waiting.shift()) {
      call();
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
