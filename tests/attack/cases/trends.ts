import { signUp } from '../../support/people.ts';
import { describeMissedTarget, type AttackCase } from '../attack-case.ts';
import { runTrendsLoad, combineStats } from '../run-trends-load.ts';
import { fillDatabase } from '../fill-database.ts';

/** The sizes and the time are the project's targets. */
const TARGET = { size: { people: 100_000, cruds: 250_000 }, tabs: 200, p99Ms: 50 } as const;
/** Six times as often as a tab, so that the run need not last minutes. */
const EVERY_MS = 10_000;
const MIN_EVERY_MS = 2000;

export const trends: AttackCase = {
  name: 'trends-and-search',
  description: '200 tabs request trends, users and search in a store of 250,000 cruds and 100,000 users',
  async run(environment) {
    const { gateways, databaseUrl } = await environment.startGateways();
    const [{ url }] = gateways;
    const { size, tabs, p99Ms } = TARGET;
    const filledFrom = performance.now();
    await fillDatabase(databaseUrl, {
      people: environment.scaled(size.people),
      cruds: environment.scaled(size.cruds),
    });
    const fillSeconds = (performance.now() - filledFrom) / 1000;
    const { accessToken: token } = await signUp(url);
    const load = { url, token, tabs, everyMs: Math.max(MIN_EVERY_MS, environment.scaled(EVERY_MS)) };
    // The first answers fill caches and do not count.
    await runTrendsLoad({ ...load, forMs: load.everyMs });
    const figures = await runTrendsLoad({ ...load, forMs: load.everyMs * 2 });
    const all = combineStats(figures);
    return {
      figures: { requests: all.count, 'worst p99 ms': all.p99Ms, 'filled in s': fillSeconds },
      faults: all.failed > 0 ? [`${all.failed} calls were not answered 200`] : [],
      missedTargets: Object.entries(figures).flatMap(([kind, one]) =>
        describeMissedTarget(`${kind}: p99 ms`, one.p99Ms, p99Ms),
      ),
    };
  },
};
