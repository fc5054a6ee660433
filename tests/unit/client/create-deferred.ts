/** A promise that is settled from outside, when the test says so. */
export function createDeferred<T>() {
  let open: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (open = resolve));
  return { promise, open };
}
