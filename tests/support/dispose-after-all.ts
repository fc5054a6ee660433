import { afterAll } from 'vitest';

/** Disposes a resource after the tests of the file that opened it, the last opened one first. @returns the resource */
export function disposeAfterAll<T extends AsyncDisposable | Disposable>(resource: T): T {
  afterAll(async () => {
    if (Symbol.asyncDispose in resource) await resource[Symbol.asyncDispose]();
    else resource[Symbol.dispose]();
  });
  return resource;
}
