/** Disposes resources in reverse order, when they are created in several steps. */
export interface Cleanup {
  defer: (undo: () => unknown) => void;
  run: () => Promise<void>;
}

export function createCleanup(): Cleanup {
  const steps: (() => unknown)[] = [];
  return {
    defer: (undo) => void steps.push(undo),
    async run() {
      for (let undo = steps.pop(); undo; undo = steps.pop()) await undo();
    },
  };
}
