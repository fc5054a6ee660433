import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { beforeAll, describe, expect, inject, test } from 'vitest';
import { EXPLORATIONS } from './explorations.ts';
import {
  explore,
  modelFile,
  quintHome,
  runQuint,
  runScenarios,
  type ModelName,
  type Traces,
} from './quint.ts';
import { replayFile } from './replays.ts';
import { buildSabotaged, replaySabotages } from './sabotaged-replays.ts';

const scale = inject('form') === 'full' ? 5 : 1;

const explorations = EXPLORATIONS.map((one) => ({
  ...one,
  runs: one.runs * scale,
  traces: one.traces * scale,
}));

const explored = new Map<ModelName, Traces>();
const scenarios = new Map<ModelName, Traces>();
beforeAll(async () => {
  await Promise.all(
    explorations.map(async (exploration) => {
      scenarios.set(exploration.model, await runScenarios(exploration.model));
      explored.set(exploration.model, await explore(exploration));
    }),
  );
});

const filesOf = (model: ModelName): string[] => [
  ...(scenarios.get(model)?.files ?? []),
  ...(explored.get(model)?.files ?? []),
];

describe.each(explorations)('the model of $model', ({ model, witnesses, traces }) => {
  test('[FORMAL-1] keeps its invariants in random runs, which reach what they are about', () => {
    const { ok, output } = explored.get(model) ?? {};
    expect(ok, output).toBe(true);
    expect(output).toContain('No violation found');
    const reached = [...(output ?? '').matchAll(/was witnessed in (\d+) trace/g)].map(([, count]) =>
      Number(count),
    );
    expect(reached).toHaveLength(witnesses.length);
    expect(Math.min(...reached), output).toBeGreaterThan(0);
  });

  test('[FORMAL-2] needs each of its rules: without it, an invariant breaks', async () => {
    const source = await readFile(modelFile(model), 'utf8');
    const rules = new Set([...source.matchAll(/without [=!]= "([a-z ]+)"/g)].map(([, rule]) => rule));
    const broken = new Set(
      [...source.matchAll(/run without\w+Test =[^"]+"([a-z ]+)"/g)].map(([, rule]) => rule),
    );
    expect([...rules].filter((rule) => !broken.has(rule))).toEqual([]);
    const { ok, output } = scenarios.get(model) ?? {};
    expect(ok, output).toBe(true);
    for (const [, name] of source.matchAll(/run (\w+Test) =/g)) expect(output).toContain(`ok ${name} passed`);
  });

  test('[FORMAL-3] leaves the product in the same states, step by step', async () => {
    expect(scenarios.get(model)?.files.length).toBeGreaterThan(2);
    expect(explored.get(model)?.files).toHaveLength(traces);
    for (const file of filesOf(model)) expect(await replayFile(model, file)).toBeNull();
  });
});

test.each(replaySabotages)('[FORMAL-4] a replay finds the sabotage of $name', async (sabotage) => {
  const sabotaged = await buildSabotaged(sabotage);
  let difference: string | null = null;
  for (const file of filesOf(sabotage.model)) difference ??= await sabotaged.replayFile(sabotage.model, file);
  expect(difference).toMatch(/^after step \d+:/);
});

test('[FORMAL-5] the model checker downloads nothing, and could not', async () => {
  const { ok, output } = await runQuint('run', modelFile('outbox'), '--main=outbox', '--backend=rust');
  expect(ok).toBe(false);
  expect(output).toContain('tried to reach the network');
  expect(existsSync(quintHome)).toBe(false);
});
