import type { Ports, WriteUnit, OperationOutcome, WriteResult } from '../ports.ts';
import type { Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

/** Runs an operation at most once and brings its events out. @returns what its answer is built from */
export type RunOperation = (
  act: { viewer: Viewer; operation: Operation },
  work: (unit: WriteUnit) => Promise<OperationOutcome>,
) => Promise<WriteResult>;

/** Calls of the same operation that arrive together share one run in this gateway. */
export function createRunOperation({ store, deliver }: Pick<Ports, 'store' | 'deliver'>): RunOperation {
  const inFlight = new Map<string, Promise<WriteResult>>();
  return ({ viewer, operation }, work) => {
    const key = `${viewer.sub} ${operation.id} ${operation.fingerprint}`;
    const running = inFlight.get(key);
    if (running) return running;
    const run = store
      .runOperation(viewer.sub, operation, work)
      .then((written) => {
        deliver(written.envelopes);
        return written;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, run);
    return run;
  };
}
