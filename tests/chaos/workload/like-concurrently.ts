import { until } from '../../support/until.ts';
import { performAction } from './user-action.ts';
import { createLikeAction } from './action-plans.ts';
import type { TabPool } from './tab-pool.ts';
import type { RunContext } from './run-context.ts';

const CRUDS = 5;
/** Counts are told once a second and crud. */
const CATCH_UP_MS = 5000;

/** Everybody likes the latest cruds at the same moment, at any gateway and unbroken; then it is noted what each tab makes of it. */
export async function likeConcurrently(world: RunContext, tabs: TabPool): Promise<void> {
  const { history, people } = world;
  const liked = world.cruds.slice(-CRUDS).map(({ row }) => row);
  const since = history.now();
  const likes = people.flatMap((person) =>
    liked.map(async (row) => {
      // To like what one likes already changes nothing.
      await performAction(world, createLikeAction(person, row, 'unlike'));
      await performAction(world, createLikeAction(person, row, 'like'));
    }),
  );
  await Promise.all(likes);
  const haveHeard = () =>
    liked.every((row) => tabs.likesOf(row).every((heard) => heard.likes === people.length));
  // Who has not is for the checker to judge.
  await until(haveHeard, { what: 'every tab has the counts', timeoutMs: CATCH_UP_MS }).catch(() => undefined);
  for (const row of liked) {
    for (const heard of tabs.likesOf(row)) history.record({ type: 'counted', row, since, ...heard });
  }
}
