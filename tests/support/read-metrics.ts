import type { LabelsOf, MetricName } from '../../server/src/domain/metrics.ts';

/**
 * One number of a text in Prometheus's format, summed over the labels that are not given.
 * @param suffix `_count` or `_sum` of a histogram
 */
export function readMetric<N extends MetricName>(
  text: string,
  name: N,
  { labels = {}, suffix = '' }: { labels?: Partial<LabelsOf<N>>; suffix?: '' | '_count' | '_sum' } = {},
): number | undefined {
  const pairs = Object.entries(labels).map(([label, value]) => `${label}="${String(value)}"`);
  const found = [...text.matchAll(/^(\w+)(?:\{(.*)\})? (\S+)$/gm)]
    .filter(([, of]) => of === `${name}${suffix}`)
    .filter(([, , given = '']) => pairs.every((label) => given.split(',').includes(label)));
  if (found.length === 0) return undefined;
  return found.reduce((sum, [, , , value]) => sum + Number(value), 0);
}

/** The program's METRICS_TOKEN, where its metrics need one. */
export const METRICS_TOKEN = 'scrape-0123456789abcdef';

export async function fetchMetrics(url: string): Promise<string> {
  const answer = await fetch(new URL('/metrics', url), {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  });
  if (answer.status !== 200) throw new Error(`/metrics answered ${answer.status}`);
  return answer.text();
}
