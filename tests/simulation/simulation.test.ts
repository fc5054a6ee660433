import { beforeAll, describe, expect, test } from 'vitest';
import { buildWorld } from './build-world.ts';
import { runSeeds } from './run-seeds.ts';
import { simulatedSabotages } from './sabotages.ts';
import { toSequenceDiagram } from './sequence-diagram.ts';
import { detectSabotage, medianOf } from './try-sabotages.ts';

/** As many schedules run as fit into this time. */
const BUDGET_MS = 20_000;
const SEEDS_MAX = 10_000;
/** A sabotage shows in some seeds only. */
const SABOTAGED_SEEDS_MAX = 250;

let bundle: string;
beforeAll(async () => {
  bundle = await buildWorld('world');
});

test('[SIM-1] every schedule keeps the promise, whatever faults its seed chooses', async () => {
  const until = performance.now() + BUDGET_MS;
  const { results } = await runSeeds({
    ...{ bundle, from: 1, count: SEEDS_MAX },
    onResult: () => performance.now() < until,
  });
  expect(results.filter(({ violations }) => violations.length > 0)).toEqual([]);
  expect(results.length).toBeGreaterThan(1);
});

test('[SIM-2] the same seeds give the same history', async () => {
  const runs = [];
  for (const workers of [1, 2]) runs.push(await runSeeds({ bundle, from: 40, count: 6, workers }));
  const [one, other] = runs;
  expect(other?.hash).toBe(one?.hash);
  expect(new Set(one?.results.map(({ hash }) => hash)).size).toBe(6);
});

describe('the checker', () => {
  test.each(simulatedSabotages)('[SIM-3] reports $name', async (sabotage) => {
    const { report, others } = await detectSabotage(sabotage, {
      ...{ from: 1, seeds: SABOTAGED_SEEDS_MAX, detections: 1 },
    });
    expect(report, others.join('\n')).toMatch(sabotage.expectedViolation);
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
