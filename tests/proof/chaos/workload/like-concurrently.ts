import { until } from '../../../support/until.ts';
import { performAction } from './user-action.ts';
import { createLikeAction } from './action-plans.ts';
import type { TabPool } from './tab-pool.ts';
import type { RunContext } from './run-context.ts';

const CRUDS = 5;
/** Counts are sent once a second per crud. */
const CATCH_UP_MS = 5000;

/** All users like the latest cruds at once, at any gateway and without faults; then each tab's counts are recorded. */
export async function likeConcurrently(run: RunContext, tabs: TabPool): Promise<void> {
  const { history, people } = run;
  const liked = run.cruds.slice(-CRUDS).map(({ row }) => row);
  const since = history.now();
  const likes = people.flatMap((person) =>
    liked.map(async (row) => {
      // A repeated like changes nothing.
      await performAction(run, createLikeAction(person, row, 'unlike'));
      await performAction(run, createLikeAction(person, row, 'like'));
    }),
  );
  await Promise.all(likes);
  const haveCounts = () =>
    liked.every((row) => tabs.likesOf(row).every((counts) => counts.likes === people.length));
  // The checker judges tabs without them.
  await until(haveCounts, { what: 'every tab has the counts', timeoutMs: CATCH_UP_MS }).catch(
    () => undefined,
  );
  for (const row of liked) {
    for (const counts of tabs.likesOf(row)) history.record({ type: 'counted', row, since, ...counts });
  }
}
