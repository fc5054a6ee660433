/** Reads that a test ends by hand, in their order. */
export function createManualReads<T>() {
  const started: { resolve: (value: T) => void; reject: (reason: Error) => void }[] = [];
  const read = () => new Promise<T>((resolve, reject) => void started.push({ resolve, reject }));
  return { started, read };
}
