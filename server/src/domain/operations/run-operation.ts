import type { Ports, WriteResult, WriteWork } from '../ports.ts';
import type { Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';
import type { OperationPlan } from '../write-plans.ts';

/** Runs an operation at most once and delivers its events. @returns the result from which the answer is built */
export type RunOperation = (
  call: { viewer: Viewer; operation: Operation },
  write: OperationPlan | WriteWork,
) => Promise<WriteResult>;

/** Concurrent calls of the same operation at this gateway share one run. */
export function createRunOperation({ store, deliver }: Pick<Ports, 'store' | 'deliver'>): RunOperation {
  const inFlight = new Map<string, Promise<WriteResult>>();
  return ({ viewer, operation }, write) => {
    const key = `${viewer.sub} ${operation.id} ${operation.fingerprint}`;
    const running = inFlight.get(key);
    if (running) return running;
    const run = store
      .runOperation(viewer.sub, operation, write)
      .then((result) => {
        deliver(result.envelopes);
        return result;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, run);
    return run;
  };
}
