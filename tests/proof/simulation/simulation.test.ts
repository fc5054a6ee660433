import { beforeAll, expect, inject, test } from 'vitest';
import { buildWorld } from './build-world.ts';
import { runSeeds } from './run-seeds.ts';
import { shrinkSchedule } from './shrink.ts';
import { chooseSabotages, detectSabotage } from './try-sabotages.ts';
import { simulatedSabotages } from '../../../client/devtools/simulation/sabotages.ts';

/** What takes two processors one to two minutes, and some hours in the long form. */
const SEEDS = { usual: 10_000, long: 1_000_000 }[inject('form')];
/** The results of a part are in memory at the same time. */
const PART_SEEDS = 10_000;
/** For a machine that is busy with other tests. */
const SCHEDULE_TIMEOUT_MS = 120;
/** A sabotage shows in some seeds only. */
const SABOTAGED_SEEDS_MAX = 250;

let bundle: string;
beforeAll(async () => {
  bundle = await buildWorld('world');
});

test(
  'every schedule keeps the promise, whatever faults its seed chooses',
  async () => {
    for (let from = 1; from <= SEEDS; from += PART_SEEDS) {
      const { results } = await runSeeds({ bundle, from, count: PART_SEEDS, workers: 2 });
      expect(results.filter(({ violations }) => violations.length > 0)).toEqual([]);
      expect(results).toHaveLength(PART_SEEDS);
    }
  },
  SEEDS * SCHEDULE_TIMEOUT_MS,
);

test('the same seeds give the same history', async () => {
  const runs = [];
  for (const workers of [1, 2]) runs.push(await runSeeds({ bundle, from: 40, count: 6, workers }));
  const [one, other] = runs;
  expect(other?.hash).toBe(one?.hash);
  expect(new Set(one?.results.map(({ hash }) => hash)).size).toBe(6);
});

test('a failing seed is shrunk to the parts that it needs, and these replay it', async () => {
  const [sabotage] = chooseSabotages('apply-twice');
  const sabotaged = await buildWorld('shrinking', sabotage?.patches);
  const { results } = await runSeeds({
    ...{ bundle: sabotaged, from: 1, count: SABOTAGED_SEEDS_MAX },
    onResult: ({ violations }) => violations.length === 0,
  });
  const failing = results.at(-1);
  if (!failing || failing.violations.length === 0) throw new Error('no seed fails');
  const { result } = await shrinkSchedule(sabotaged, failing);
  const { seed, parts, hash, violations } = result;
  expect(parts.length).toBeLessThan(failing.parts.length);
  expect(failing.parts).toEqual(expect.arrayContaining(parts));
  expect(violations.join()).toMatch(sabotage?.expectedViolation ?? '');
  const replayed = await runSeeds({ bundle: sabotaged, from: seed, count: 1, only: parts });
  expect(replayed.results).toMatchObject([{ hash, violations }]);
  const without = parts.map((part) => parts.filter((other) => other !== part));
  for (const only of without) {
    const [less] = (await runSeeds({ bundle: sabotaged, from: seed, count: 1, only })).results;
    expect(less?.violations, `without ${only.join()}`).toEqual([]);
  }
});

test.each(simulatedSabotages)('the checker reports $name', async (sabotage) => {
  const { report, others } = await detectSabotage(sabotage, { from: 1, most: SABOTAGED_SEEDS_MAX });
  expect(report, others.join('\n')).toMatch(sabotage.expectedViolation);
});

test('code that imports more of Node than a schedule may use is not built', async () => {
  const [file, find] = [
    'client/devtools/simulation/world/world.ts',
    "import type { Host, WorldEvent } from './host.ts';",
  ];
  const reading = { file, find, replace: `${find}\nimport 'node:fs';` };
  await expect(buildWorld('reading-files', [reading])).rejects.toThrow('node:fs is not part of the world');
});

test('code that reads the network or real time fails the schedule', async () => {
  const [file, find] = [
    'client/devtools/simulation/schedule/run-schedule.ts',
    'const random = world.random.fork();',
  ];
  const fetching = { file, find, replace: `${find} fetch('http://localhost');` };
  const escaping = await buildWorld('fetching', [fetching]);
  await expect(runSeeds({ bundle: escaping, from: 1, count: 1 })).rejects.toThrow(
    'fetch is not part of the world',
  );
});
