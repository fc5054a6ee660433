/** Limits the concurrency for each name. */
export interface KeyedSemaphore {
  /** @throws the error of `refuse` when all slots of the name are taken; whatever `work` throws */
  run<T>(name: string, work: () => Promise<T>): Promise<T>;
}

export function createKeyedSemaphore(max: number, refuse: () => Error): KeyedSemaphore {
  const running = new Map<string, number>();
  return {
    async run(name, work) {
      const before = running.get(name) ?? 0;
      if (before >= max) throw refuse();
      running.set(name, before + 1);
      try {
        return await work();
      } finally {
        const left = (running.get(name) ?? 1) - 1;
        if (left === 0) running.delete(name);
        else running.set(name, left);
      }
    },
  };
}
