import type { Ports, WriteUnit, Outcome, Written } from '../ports.ts';
import type { Operation } from '../use-case.ts';
import type { Viewer } from '../viewer.ts';

/** Runs an operation at most once and brings its events out. @returns what its answer is built from */
export type RunOperation = (
  act: { viewer: Viewer; operation: Operation },
  work: (unit: WriteUnit) => Promise<Outcome>,
) => Promise<Written>;

/** Calls of the same operation that arrive together share one run in this gateway. */
export function createRunOperation({ store, deliver }: Pick<Ports, 'store' | 'deliver'>): RunOperation {
  const flights = new Map<string, Promise<Written>>();
  return ({ viewer, operation }, work) => {
    const key = `${viewer.sub} ${operation.id} ${operation.fingerprint}`;
    const flying = flights.get(key);
    if (flying) return flying;
    const flight = store
      .operate(viewer.sub, operation, work)
      .then((written) => {
        deliver(written.envelopes);
        return written;
      })
      .finally(() => flights.delete(key));
    flights.set(key, flight);
    return flight;
  };
}
