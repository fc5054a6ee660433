/** Reads at most once at a time: calls during a read share the next one, which sees what was changed before them. */
export function shareReads<T>(read: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function start(): Promise<T> {
    next = undefined;
    const reading = read().finally(() => {
      if (running === reading) running = undefined;
    });
    running = reading;
    return reading;
  }

  return () => (running ? (next ??= running.then(start, start)) : start());
}
