import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { METRICS } from '../../../server/src/domain/metrics.ts';
import { readRepositoryFile } from '../../support/read-repository-file.ts';
import { readMetric, fetchMetrics } from '../../support/read-metrics.ts';
import { runSql } from '../../support/run-sql.ts';
import { isUsable } from '../../support/services/availability.ts';
import { startPrometheus } from '../../support/services/prometheus.ts';
import { startTestApp, type TestApp } from '../../support/test-app.ts';
import { until } from '../../support/until.ts';

interface Panel {
  title: string;
  targets: { expr: string }[];
}

const { panels } = JSON.parse(readRepositoryFile('docs/operations/dashboard.json')) as { panels: Panel[] };
const alerts = [
  ...readRepositoryFile('docs/operations/alerts.yml').matchAll(/alert: (\w+)\n +expr: >-\n +(.+)\n/g),
].map(([, name = '', expr = '']) => ({ name, expr }));

/** Series with labels that are not known in advance begin with the first event. */
async function beginOpenSeries(app: TestApp): Promise<void> {
  await app.visitor.callOk('sync');
  await app.visitor.send('PUT', `/avatars/uploads/${randomUUID()}.png?expires=1&signature=x`, { body: 'x' });
  // A failed call for the panel of server errors, and a failed background job.
  await runSql(app.store.db, sql`alter table streams rename to streams_away`);
  try {
    const fails = async () => (await app.visitor.send('GET', '/api/sync')).status >= 500;
    await until(fails, { what: 'the cached answers have expired' });
    const hasFailed = async () =>
      readMetric(await fetchMetrics(app.url), 'cruddur_chore_failures_total') !== undefined;
    await until(hasFailed, { what: 'a background job has failed' });
  } finally {
    await runSql(app.store.db, sql`alter table streams_away rename to streams`);
  }
}

describe.runIf(isUsable('prometheus', 'dashboard'))('Prometheus beside a gateway', () => {
  it('answers every query of the dashboard and evaluates every alert', { timeout: 120_000 }, async () => {
    await using app = await startTestApp();
    await using prometheus = await startPrometheus(app.url);
    await beginOpenSeries(app);
    await until(async () => (await prometheus.query('up == 1')).length === 1, {
      what: 'the gateway is scraped',
    });
    const queries = panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })));
    expect(queries.length).toBeGreaterThan(30);
    for (const { title, expr } of queries) {
      const query = expr.replaceAll('$__rate_interval', '1m');
      await until(async () => (await prometheus.query(query)).length > 0, {
        what: `${title}: ${query} has data`,
      });
    }
    expect(alerts.length).toBeGreaterThan(10);
    for (const { expr } of alerts) await prometheus.query(expr);
  });
});

describe('the pages for operators', () => {
  const names = Object.keys(METRICS) as (keyof typeof METRICS)[];
  const queries = [...alerts, ...panels.flatMap(({ targets }) => targets)].map(({ expr }) => expr);
  const used = queries.flatMap((expr) => expr.match(/cruddur_\w+/g) ?? []);
  const baseOf = (name: string) => name.replace(/_(?:bucket|sum|count)$/, '');

  it('no query names a metric that does not exist, and the dashboard shows every one', () => {
    const known = new Set<string>(names);
    expect(used.filter((name) => !known.has(name) && !known.has(baseOf(name)))).toEqual([]);
    const shown = new Set(used.flatMap((name) => [name, baseOf(name)]));
    expect(names.filter((name) => !shown.has(name))).toEqual([]);
  });

  it('every label in the selector of an alert is one of its metric', () => {
    const selectors = alerts.flatMap(({ expr }) => [...expr.matchAll(/(cruddur_\w+)\{(\w+)=/g)]);
    expect(selectors.length).toBeGreaterThan(4);
    for (const [, name = '', label = ''] of selectors) {
      const metric = names.find((known) => known === name || known === baseOf(name));
      expect(Object.keys(metric ? METRICS[metric].labels : {})).toContain(label);
    }
  });
});
