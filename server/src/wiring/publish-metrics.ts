import type { ServerMachineName } from '@cruddur/shared';
import type { Clock } from '../domain/clock.ts';
import type { FailureLog } from '../domain/failure-log.ts';
import type { ServerMachineCounters } from '../domain/machines/server-machine-counters.ts';
import { METRICS, type Metrics } from '../domain/metrics.ts';
import type { SessionChecks } from '../domain/sessions/session-checks.ts';
import type { Revocations } from '../domain/sessions/revocations.ts';
import type { StreamReaders } from '../streams/stream-readers.ts';
import { expiredTextAge } from '../repositories/expired-text-age.ts';
import type { StoreClock } from './store-clock.ts';
import type { OpenedStore } from '../store/opened-store.ts';

export interface MeasuredParts {
  store: Pick<OpenedStore, 'vitalDb' | 'readConnectionState' | 'onConnectionWait'>;
  clock: Clock;
  storeClock: Pick<StoreClock, 'differenceMs'>;
  readers: Pick<StreamReaders, 'lag'>;
  revocations: Pick<Revocations, 'count'>;
  checks: Pick<SessionChecks, 'countWaiting'>;
  failures: Pick<FailureLog, 'counts'>;
  machines: ServerMachineCounters;
  gateway: { count(): number };
}

/** Publishes numbers that parts of the program already keep. */
export function publishMetrics(metrics: Metrics, parts: MeasuredParts): void {
  const { store, clock, storeClock, readers, revocations, checks, failures, machines, gateway } = parts;
  const single = (read: () => number) => () => [{ labels: {}, value: read() }];

  store.onConnectionWait((purpose, ms) =>
    metrics.observeValue('cruddur_store_wait_seconds', { purpose }, ms / 1000),
  );
  metrics.registerReader(
    'cruddur_store_connections_in_use',
    single(() => store.readConnectionState().busy),
  );
  metrics.registerReader(
    'cruddur_store_waiting',
    single(() => store.readConnectionState().waiting),
  );
  metrics.registerReader(
    'cruddur_store_refused_total',
    single(() => store.readConnectionState().refused),
  );
  metrics.registerReader(
    'cruddur_stream_lag_events',
    single(() => readers.lag().events),
  );
  metrics.registerReader(
    'cruddur_stream_lag_seconds',
    single(() => readers.lag().seconds),
  );
  metrics.registerReader(
    'cruddur_revocations_held',
    single(() => revocations.count()),
  );
  metrics.registerReader(
    'cruddur_clock_difference_seconds',
    single(() => storeClock.differenceMs() / 1000),
  );
  metrics.registerReader(
    'cruddur_session_checks_waiting',
    single(() => checks.countWaiting()),
  );
  metrics.registerReader(
    'cruddur_sockets',
    single(() => gateway.count()),
  );
  metrics.registerReader('cruddur_expired_text_age_seconds', async () => [
    { labels: {}, value: await expiredTextAge(store.vitalDb, clock.now()) },
  ]);
  metrics.registerReader('cruddur_chore_failures_total', () =>
    [...failures.counts()].map(([chore, value]) => ({ labels: { chore }, value })),
  );
  metrics.registerReader('cruddur_sockets_ended_total', () =>
    METRICS.cruddur_sockets_ended_total.labels.reason.map((reason) => ({
      labels: { reason },
      value: countMoves(machines, 'gatewaySession', reason),
    })),
  );
  metrics.registerReader('cruddur_catch_ups_total', () =>
    METRICS.cruddur_catch_ups_total.labels.outcome.map((outcome) => ({
      labels: { outcome },
      value: countMoves(machines, 'streamReader', outcome),
    })),
  );
  metrics.registerReader('cruddur_resets_total', () => [
    { labels: { of: 'stream' as const }, value: countMoves(machines, 'streamReader', 'reset') },
    { labels: { of: 'socket' as const }, value: countMoves(machines, 'gatewaySession', 'began_anew') },
  ]);
}

/** How often an event caused a transition of this machine, in any state. */
function countMoves(machines: ServerMachineCounters, name: ServerMachineName, event: string): number {
  const moves = Object.entries(machines[name].report().moves);
  return moves.reduce((sum, [move, count]) => (move.endsWith(`: ${event}`) ? sum + count : sum), 0);
}
