import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** What the program counts, as Prometheus reads it. */
export interface Metrics {
  /** @param route a name of the route table or a fixed word: never a path, which would be endless */
  observeCall(route: string, status: number, seconds: number): void;
  /** A number that is read when it is asked for, as open sockets or the head of a stream. */
  gauge(name: string, help: string, read: () => number): void;
  text(): Promise<{ contentType: string; body: string }>;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: 'cruddur_http_seconds',
    help: 'Duration of answered calls',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  return {
    observeCall: (route, status, seconds) => calls.labels(route, String(status)).observe(seconds),
    gauge: (name, help, read) => {
      new Gauge({ name, help, registers: [registry], collect: readInto(read) });
    },
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

function readInto(read: () => number) {
  return function collect(this: Gauge) {
    this.set(read());
  };
}
