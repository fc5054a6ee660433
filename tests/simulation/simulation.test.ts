import { beforeAll, describe, expect, inject, test } from 'vitest';
import { buildWorld } from './build-world.ts';
import { describeCoverage } from './coverage.ts';
import { runSeeds } from './run-seeds.ts';
import { shrinkSchedule } from './shrink.ts';
import { chooseSabotages, detectSabotage, medianOf } from './try-sabotages.ts';
import { regressions } from './regressions.ts';
import { simulatedSabotages } from './sabotages.ts';
import { toSequenceDiagram } from './sequence-diagram.ts';

/** What takes two processors one to two minutes, and some hours in the long form. */
const SEEDS = { usual: 10_000, full: 1_000_000 }[inject('form')];
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
  '[SIM-1] every schedule keeps the promise, whatever faults its seed chooses',
  async () => {
    for (let from = 1; from <= SEEDS; from += PART_SEEDS) {
      const { results } = await runSeeds({ bundle, from, count: PART_SEEDS, workers: 2 });
      expect(results.filter(({ violations }) => violations.length > 0)).toEqual([]);
      expect(results).toHaveLength(PART_SEEDS);
    }
  },
  SEEDS * SCHEDULE_TIMEOUT_MS,
);

test('[SIM-2] the same seeds give the same history', async () => {
  const runs = [];
  for (const workers of [1, 2]) runs.push(await runSeeds({ bundle, from: 40, count: 6, workers }));
  const [one, other] = runs;
  expect(other?.hash).toBe(one?.hash);
  expect(new Set(one?.results.map(({ hash }) => hash)).size).toBe(6);
});

test('[SIM-2] the libraries as they are give the same history as those that make schedules faster', async () => {
  const whole = await buildWorld('whole', [], { usesLeanLibraries: false });
  const hashes = [];
  for (const built of [bundle, whole])
    hashes.push((await runSeeds({ bundle: built, from: 60, count: 10 })).hash);
  expect(hashes[1]).toBe(hashes[0]);
});

test('[SIM-7] a failing seed is shrunk to the parts that it needs, and these replay it', async () => {
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

test('[SIM-8] the states and transitions that schedules have reached are printed, with those that they have not', async () => {
  const { results } = await runSeeds({ bundle, from: 1, count: 20 });
  const reached = new Set(results.flatMap((result) => result.reached));
  const lines = describeCoverage(reached);
  expect(lines).toContainEqual(
    expect.stringMatching(/^connection: [4-6] of 6 states, \d+ of \d+ transitions$/),
  );
  expect(lines).toContainEqual(expect.stringMatching(/^gatewaySession: \d+ of \d+ transitions$/));
  expect(describeCoverage(new Set()).join('\n')).toContain('not reached: idle, connecting, live,');
  const all = describeCoverage(new Set(['connection: live: LOST'])).join('\n');
  expect(all).toContain('connection: 0 of 6 states, 1 of ');
});

describe('the checker', () => {
  test.each(simulatedSabotages)('[SIM-3] reports $name', async (sabotage) => {
    const { report, others } = await detectSabotage(sabotage, {
      ...{ from: 1, seeds: SABOTAGED_SEEDS_MAX, detections: 1 },
    });
    expect(report, others.join('\n')).toMatch(sabotage.expectedViolation);
  });

  test.each(regressions)('[SIM-9] reports the defect that was fixed by "$fix"', async (regression) => {
    const { from, expectedViolation } = regression;
    const { report, others } = await detectSabotage(regression, {
      ...{ from, seeds: SABOTAGED_SEEDS_MAX, detections: 1 },
    });
    expect(report, others.join('\n')).toMatch(expectedViolation);
  });
});

test('[SIM-5] code that imports more of Node than a schedule may use is not built', async () => {
  const [file, find] = [
    'tests/simulation/world/world.ts',
    "import type { Host, WorldEvent } from './host.ts';",
  ];
  const reading = { file, find, replace: `${find}\nimport 'node:fs';` };
  await expect(buildWorld('reading-files', [reading])).rejects.toThrow('node:fs is not part of the world');
});

test('[SIM-5] code that reads the network or real time fails the schedule', async () => {
  const [file, find] = ['tests/simulation/schedule/run-schedule.ts', 'const random = world.random.fork();'];
  const fetching = { file, find, replace: `${find} fetch('http://localhost');` };
  const escaping = await buildWorld('fetching', [fetching]);
  await expect(runSeeds({ bundle: escaping, from: 1, count: 1 })).rejects.toThrow(
    'fetch is not part of the world',
  );
});

test('[SIM-6] the end of a schedule is printed as a sequence diagram', () => {
  const trace = [
    '12.500 gateway a tick',
    '13.000 tab 2 of ann hears tab 1 of ann {"from":"leader"}',
    '14.250 gateway a receives 42["sync"]',
    '{"at":14.2,"type":"applied"}',
  ];
  expect(toSequenceDiagram(trace).split('\n')).toEqual([
    'sequenceDiagram',
    '  participant h0 as tab 2 of ann',
    '  participant h1 as gateway a',
    '  Note over h0: 13 hears tab 1 of ann   from : leader  ',
    '  Note over h1: 14 receives 42[ sync ]',
  ]);
});

test('[SIM-3] the median number of seeds to detection is the lower middle one', () => {
  expect(medianOf([9, 1, 4])).toBe(4);
  expect(medianOf([9, 1])).toBe(1);
});
