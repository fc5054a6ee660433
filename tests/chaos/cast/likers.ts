import { until } from '../../support/until.ts';
import { perform } from './act.ts';
import { likeOf } from './plans.ts';
import type { Tabs } from './tabs.ts';
import type { World } from './world.ts';

const CRUDS = 5;
/** Counts are told once a second and crud. */
const LEVEL_MS = 5000;

/** Everybody likes the latest cruds at the same moment, at any gateway and unbroken; then it is noted what each tab makes of it. */
export async function likeTogether(world: World, tabs: Tabs): Promise<void> {
  const { history, people } = world;
  const liked = world.cruds.slice(-CRUDS).map(({ row }) => row);
  const since = history.now();
  const likes = people.flatMap((person) =>
    liked.map(async (row) => {
      // To like what one likes already changes nothing.
      await perform(world, likeOf(person, row, 'unlike'));
      await perform(world, likeOf(person, row, 'like'));
    }),
  );
  await Promise.all(likes);
  const haveHeard = () =>
    liked.every((row) => tabs.likesOf(row).every((heard) => heard.likes === people.length));
  // Who has not is for the checker to judge.
  await until(haveHeard, { what: 'every tab has the counts', timeoutMs: LEVEL_MS }).catch(() => undefined);
  for (const row of liked) {
    for (const heard of tabs.likesOf(row)) history.note({ type: 'counted', row, since, ...heard });
  }
}
