import { AUDIT_EVENTS } from './audit.ts';

interface MetricShape {
  kind: 'counter' | 'gauge' | 'histogram';
  help: string;
  /** The possible values of each label; an empty list if another table defines them. Never a value that a caller can choose. */
  labels: Readonly<Record<string, readonly string[]>>;
  buckets?: readonly number[];
}

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5] as const;

/** Every metric of the server. Operators read the help texts at `/metrics`. */
export const METRICS = {
  cruddur_http_seconds: {
    kind: 'histogram',
    help: 'Duration of answered requests',
    labels: { route: [], status: [] },
    buckets: SECONDS,
  },
  cruddur_rate_limited_total: {
    kind: 'counter',
    help: 'Requests refused because their user or address made too many',
    labels: { scope: ['person', 'address'], budget: ['read', 'write', 'lookup', 'sync', 'public'] },
  },
  cruddur_uploads_refused_total: {
    kind: 'counter',
    help: 'Avatar uploads that were refused, by error code',
    labels: { code: [] },
  },
  cruddur_audit_events_total: {
    kind: 'counter',
    help: 'Lines of the audit log',
    labels: { event: AUDIT_EVENTS },
  },
  cruddur_sockets: { kind: 'gauge', help: 'Signed-in sockets', labels: {} },
  cruddur_sockets_ended_total: {
    kind: 'counter',
    help: 'Signed-in sockets that ended, by reason; too_slow: the client did not read its events',
    labels: {
      reason: ['token_invalid', 'session_revoked', 'too_slow', 'too_many', 'restarting', 'left'],
    },
  },
  cruddur_resets_total: {
    kind: 'counter',
    help: 'Streams whose history changed, and sockets that started again from the head',
    labels: { of: ['stream', 'socket'] },
  },
  cruddur_stream_lag_events: {
    kind: 'gauge',
    help: 'Events by which the slowest stream reader is behind the head of its stream',
    labels: {},
  },
  cruddur_stream_lag_seconds: {
    kind: 'gauge',
    help: 'Time for which a stream reader has been behind, or for which heads could not be read',
    labels: {},
  },
  cruddur_catch_ups_total: {
    kind: 'counter',
    help: 'Times a stream reader read the log up to its head',
    labels: { outcome: ['caught_up', 'failed'] },
  },
  cruddur_catch_up_events_total: {
    kind: 'counter',
    help: 'Events that readers got from the log and not from an envelope',
    labels: {},
  },
  cruddur_envelopes_late_total: {
    kind: 'counter',
    help: 'Envelopes that arrived after their reader had read the event from the log',
    labels: {},
  },
  cruddur_envelopes_dropped_total: {
    kind: 'counter',
    help: 'Envelopes that were not sent to Redis, or not held by a reader because too many were',
    labels: { component: ['bus', 'reader'] },
  },
  cruddur_sync_answers_total: {
    kind: 'counter',
    help: 'Answers to visitors who poll, by whether the encoded answer was cached',
    labels: { cache: ['hit', 'miss'] },
  },
  cruddur_store_wait_seconds: {
    kind: 'histogram',
    help: 'Wait for a connection to the store',
    labels: { purpose: ['vital', 'write', 'read'] },
    buckets: SECONDS,
  },
  cruddur_store_connections_in_use: { kind: 'gauge', help: 'Connections to the store in use', labels: {} },
  cruddur_store_waiting: { kind: 'gauge', help: 'Work that waits for a connection to the store', labels: {} },
  cruddur_store_refused_total: {
    kind: 'counter',
    help: 'Work that got no connection to the store in time',
    labels: {},
  },
  cruddur_commit_operations: {
    kind: 'histogram',
    help: 'Operations per shared commit',
    labels: {},
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
  },
  cruddur_commits_alone_total: {
    kind: 'counter',
    help: 'Commits of a single operation outside the shared ones',
    labels: {},
  },
  cruddur_expired_text_age_seconds: {
    kind: 'gauge',
    help: 'Age of the oldest expired text that is still stored; 0 when there is none',
    labels: {},
  },
  cruddur_purge_batch_rows: {
    kind: 'histogram',
    help: 'Rows per batch of the purge',
    labels: {},
    buckets: [0, 10, 50, 100, 200, 500, 1000, 2000, 5000],
  },
  cruddur_chore_failures_total: {
    kind: 'counter',
    help: 'Failures of background work, by chore',
    labels: { chore: [] },
  },
  cruddur_mail_failures_total: {
    kind: 'counter',
    help: 'Mails that the mail server did not accept',
    labels: { outcome: ['retried', 'given_up'] },
  },
  cruddur_pushes_total: {
    kind: 'counter',
    help: 'Notifications to push services, by outcome; retried and unreachable: asked again later; dropped: expired or muted before it was sent',
    labels: { outcome: ['sent', 'gone', 'retried', 'unreachable', 'given_up', 'refused', 'dropped'] },
  },
  cruddur_session_checks_waiting: {
    kind: 'gauge',
    help: 'Sessions whose check at the identity provider is due and waits; 20 start per second',
    labels: {},
  },
  cruddur_revocations_held: { kind: 'gauge', help: 'Revocations in memory', labels: {} },
  cruddur_clock_difference_seconds: {
    kind: 'gauge',
    help: "The gateway's clock minus the store's",
    labels: {},
  },
} as const satisfies Record<string, MetricShape>;

type Table = typeof METRICS;
export type MetricName = keyof Table;
export type MetricOf<K extends MetricShape['kind']> = {
  [N in MetricName]: Table[N]['kind'] extends K ? N : never;
}[MetricName];

type ValueOf<Values> = Values extends readonly string[]
  ? [Values[number]] extends [never]
    ? string
    : Values[number]
  : never;
export type LabelsOf<N extends MetricName> = {
  readonly [L in keyof Table[N]['labels']]: ValueOf<Table[N]['labels'][L]> & string;
};

export interface Reading<N extends MetricName> {
  labels: LabelsOf<N>;
  value: number;
}

/** Counts and measures; independent of how the metrics are published. */
export interface Metrics {
  /** @param by default 1 */
  countEvent<N extends MetricOf<'counter'>>(name: N, labels: LabelsOf<N>, by?: number): void;
  observeValue<N extends MetricOf<'histogram'>>(name: N, labels: LabelsOf<N>, value: number): void;
  /** Registers a function that reads the value each time the metrics are published; a failed reading is left out. */
  registerReader<N extends MetricOf<'gauge' | 'counter'>>(
    name: N,
    readings: () => readonly Reading<N>[] | Promise<readonly Reading<N>[]>,
  ): void;
}

/** For parts that run without metrics, as in unit tests. */
export const noMetrics: Metrics = {
  countEvent: () => undefined,
  observeValue: () => undefined,
  registerReader: () => undefined,
};
