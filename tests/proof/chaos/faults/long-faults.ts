import type { Fault, DurationRange } from './fault.ts';
import { linkFault } from './link-faults.ts';
import { freezeGateway, freezePostgres, freezeRedis, holdCommit } from './process-faults.ts';

/** Longer than any timeout of ours: 3 s for a lock, 5 for a statement, 8 for an answer, 10 for revocations, 14 for a ping. */
const LONG_MS: DurationRange = [11_000, 18_000];
/** Longer than any lock timeout. */
const LONG_HELD_MS: DurationRange = [4000, 8000];

/** Faults that exceed the timeouts. */
export const longFaults: readonly Fault[] = [
  linkFault('black-hole', 'callers', LONG_MS),
  linkFault('black-hole', 'store', LONG_MS),
  linkFault('refuse', 'store', LONG_MS),
  linkFault('black-hole', 'redis', LONG_MS),
  freezeGateway(LONG_MS),
  freezePostgres(LONG_MS),
  freezeRedis(LONG_MS),
  holdCommit(LONG_HELD_MS),
].map((fault) => ({ ...fault, name: `long ${fault.name}` }));
