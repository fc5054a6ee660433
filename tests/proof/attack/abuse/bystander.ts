import { pathOf, routes } from '@cruddur/shared';
import { loadHttp } from '../../bench/peers/http-load.ts';
import type { TestPerson } from '../../../support/people.ts';

/** What another person and the health check notice. */
export interface Noticed {
  /** The 99th percentile of home feed reads, in milliseconds. */
  homeP99Ms: number;
  healthP99Ms: number;
  /** The reads that were not answered 200. */
  failed: number;
}

/** Reads home and `/healthz` one after the other, each in a process of its own. */
export async function watchBystander(url: string, person: TestPerson, seconds: number): Promise<Noticed> {
  const watch = (path: string, accessToken?: string) =>
    loadHttp({
      ...{ url, seconds, connections: 1 },
      requests: [{ method: 'GET', path, ...(accessToken !== undefined && { accessToken }) }],
    });
  const [home, health] = await Promise.all([
    watch(pathOf(routes.homeFeed, {}), person.accessToken),
    watch('/healthz'),
  ]);
  const failed = [home, health].reduce(
    (sum, { answers, statuses }) => sum + answers - (statuses[200] ?? 0),
    0,
  );
  return { homeP99Ms: home.p99Ms, healthP99Ms: health.p99Ms, failed };
}
