/** What of Node ends a turn of the event loop at once: it drains microtasks and ticks. Taken before the globals are replaced. */
interface TurnEnd {
  _tickCallback?: () => void;
}

const realImmediate = setImmediate;
const endTurn = (process as unknown as TurnEnd)._tickCallback?.bind(process);

/**
 * Runs steps until one returns false. After each, all microtasks and ticks are drained. One real turn of the event loop per step
 * would take a tenth of a schedule's time, so a turn is ended within it where the program can do that.
 */
export function runInTurns(step: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    function runSteps(): void {
      try {
        while (step()) {
          if (!endTurn) {
            realImmediate(runSteps);
            return;
          }
          endTurn();
        }
        resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    }
    // Not in a microtask, within which microtasks cannot be drained.
    realImmediate(runSteps);
  });
}
