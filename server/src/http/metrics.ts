import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { METRICS, type MetricName, type Metrics } from '../domain/metrics.ts';

/** The metrics, and their text in Prometheus' format. */
export interface PublishedMetrics extends Metrics {
  text(): Promise<{ contentType: string; body: string }>;
}

type Labels = Readonly<Record<string, string>>;
type Readings = () =>
  | readonly { labels: Labels; value: number }[]
  | Promise<readonly { labels: Labels; value: number }[]>;

export function createMetrics(): PublishedMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<string, Counter>();
  const histograms = new Map<string, Histogram>();
  const sources = new Map<string, Readings>();

  function optionsOf(name: MetricName) {
    const { help, labels } = METRICS[name];
    return { name, help, labelNames: Object.keys(labels), registers: [registry] };
  }

  async function collectFrom(metric: Counter | Gauge, name: MetricName): Promise<void> {
    const source = sources.get(name);
    if (!source) return;
    try {
      const readings = await source();
      metric.reset();
      for (const { labels, value } of readings) metric.inc(labels, value);
    } catch {
      // One unreadable metric must not fail the whole answer.
      if (metric instanceof Gauge) metric.remove();
    }
  }

  function register(name: MetricName): void {
    const shape = METRICS[name];
    const options = optionsOf(name);
    switch (shape.kind) {
      case 'counter': {
        const counter: Counter = new Counter({ ...options, collect: () => collectFrom(counter, name) });
        for (const labels of combinations(shape.labels)) counter.inc(labels, 0);
        counters.set(name, counter);
        return;
      }
      case 'gauge': {
        const gauge: Gauge = new Gauge({ ...options, collect: () => collectFrom(gauge, name) });
        return;
      }
      case 'histogram': {
        const histogram = new Histogram({ ...options, buckets: [...shape.buckets] });
        for (const labels of combinations(shape.labels)) histogram.zero(labels);
        histograms.set(name, histogram);
      }
    }
  }

  for (const name of Object.keys(METRICS) as MetricName[]) register(name);
  return {
    countEvent: (name, labels, by = 1) => counters.get(name)?.inc(labels, by),
    observeValue: (name, labels, value) => histograms.get(name)?.observe(labels, value),
    registerReader: (name, readings) => void sources.set(name, readings),
    text: async () => ({ contentType: registry.contentType, body: await registry.metrics() }),
  };
}

/** All combinations of known label values; none when a label is open. A series that starts at 0 shows its first increase. */
function combinations(labels: Readonly<Record<string, readonly string[]>>): Record<string, string>[] {
  return Object.entries(labels).reduce<Record<string, string>[]>(
    (known, [name, values]) => known.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))),
    [{}],
  );
}
